# SPDX-License-Identifier: Apache-2.0
# What the build writes itself, so that a new cause, derivation or framework is a folder and no edit:
# tables of all such folders, and texts to embed. Without static constructors: those of a static
# library are dropped silently by the linker, while a table makes it demand every row.
set(UNDERFED_EXTRA_SOURCES "" CACHE STRING
    "more folders shaped like src/, whose causes, derivations and frameworks are added")
set(UNDERFED_GENERATED ${CMAKE_BINARY_DIR}/generated)

# uf_table(OUT LAYER TYPE constant): writes the function all_<LAYER>() that lists `<folder>::constant`
# of every folder below src/LAYER, in the order of their names. OUT: the source that it wrote.
# A folder counts once it has its <folder>.cpp.
function(uf_table out layer type constant)
  set(names "")
  foreach(source_root ${CMAKE_SOURCE_DIR}/src ${UNDERFED_EXTRA_SOURCES})
    file(GLOB sources CONFIGURE_DEPENDS ${source_root}/${layer}/*/*.cpp)
    foreach(source ${sources})
      get_filename_component(folder ${source} DIRECTORY)
      get_filename_component(folder ${folder} NAME)
      get_filename_component(file ${source} NAME_WE)
      if(file STREQUAL folder)
        list(APPEND names ${folder})
      endif()
    endforeach()
  endforeach()
  list(SORT names)
  list(LENGTH names count)
  set(declarations "")
  set(rows "")
  foreach(name ${names})
    string(APPEND declarations
           "namespace ${name} {\nextern const ${type} ${constant};\n}  // namespace ${name}\n")
    string(APPEND rows "    &${name}::${constant},\n")
  endforeach()
  # The header of the list is named for what it lists: causes/causes.h, derive/derivations.h.
  string(TOLOWER ${type} plural)
  set(plural ${plural}s)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/table.cpp.in ${UNDERFED_GENERATED}/${plural}_table.cpp @ONLY)
  set(${out} ${UNDERFED_GENERATED}/${plural}_table.cpp PARENT_SCOPE)
endfunction()

# uf_literal(OUT file): the text of the file as a C++ expression. Changing the file configures anew.
function(uf_literal out file)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  if(text MATCHES "\\)uf_text\"")
    message(FATAL_ERROR "${file}: holds the end mark of an embedded text")
  endif()
  set(${out} "R\"uf_text(${text})uf_text\"" PARENT_SCOPE)
endfunction()

# uf_cause_pages(OUT): writes cause_page(id), the page <folder>/<folder>.md of every cause.
function(uf_cause_pages out)
  set(rows "")
  foreach(source_root ${CMAKE_SOURCE_DIR}/src ${UNDERFED_EXTRA_SOURCES})
    file(GLOB pages CONFIGURE_DEPENDS ${source_root}/causes/*/*.md)
    foreach(page ${pages})
      get_filename_component(name ${page} NAME_WE)
      string(REPLACE "_" "-" id ${name})
      uf_literal(text ${page})
      string(APPEND rows "  if (id == \"${id}\") return ${text};\n")
    endforeach()
  endforeach()
  configure_file(${CMAKE_SOURCE_DIR}/cmake/cause_pages.cpp.in ${UNDERFED_GENERATED}/cause_pages.cpp @ONLY)
  set(${out} ${UNDERFED_GENERATED}/cause_pages.cpp PARENT_SCOPE)
endfunction()

# uf_definitions_page(OUT): writes definitions_page(), the text of docs/definitions.md.
function(uf_definitions_page out)
  uf_literal(text ${CMAKE_SOURCE_DIR}/docs/definitions.md)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/definitions_page.cpp.in
                 ${UNDERFED_GENERATED}/definitions_page.cpp @ONLY)
  set(${out} ${UNDERFED_GENERATED}/definitions_page.cpp PARENT_SCOPE)
endfunction()
