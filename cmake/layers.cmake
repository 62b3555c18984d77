# SPDX-License-Identifier: Apache-2.0
# uf_add_layer(NAME [LINK libraries...]): one static library uf_NAME of all sources below src/NAME, and,
# with tests on, one program test_NAME of the *_test.cpp files beside them.
# Who may include whom is checked by tools/check-layers, not here: all headers share the root src/.
function(uf_add_layer name)
  cmake_parse_arguments(ARG "" "" "LINK;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(extra ${UNDERFED_EXTRA_SOURCES})
    file(GLOB_RECURSE more CONFIGURE_DEPENDS ${extra}/${name}/*.cpp)
    list(APPEND sources ${more})
  endforeach()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/main\\.cpp$")
  list(APPEND sources ${ARG_SOURCES})
  if(sources)
    add_library(uf_${name} STATIC ${sources})
    target_link_libraries(uf_${name} PUBLIC uf_options ${ARG_LINK} PRIVATE uf_warnings)
  else()
    add_library(uf_${name} INTERFACE)
    target_link_libraries(uf_${name} INTERFACE uf_options ${ARG_LINK})
  endif()
  if(UNDERFED_TESTS AND tests)
    uf_add_test(test_${name} LABEL unit SOURCES ${tests} LINK uf_${name})
  endif()
endfunction()

# What every test program shares: GoogleTest's main, the folder of the checkout, and one precompiled
# header. The folder is in this one source, so that the compiler cache serves every checkout.
if(UNDERFED_TESTS)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/source_dir.cpp.in ${CMAKE_BINARY_DIR}/generated/source_dir.cpp
                 @ONLY)
  add_library(uf_test_main STATIC ${CMAKE_BINARY_DIR}/generated/source_dir.cpp)
  target_link_libraries(uf_test_main PUBLIC uf_options GTest::gmock GTest::gtest_main rapidcheck_gtest
                                     PRIVATE uf_warnings)
  target_compile_definitions(uf_test_main PUBLIC "UNDERFED_SOURCE_DIR=::underfed::source_dir()")
  target_precompile_headers(uf_test_main PRIVATE <gtest/gtest.h> <gmock/gmock.h>
                            <rapidcheck/gtest.h> ${CMAKE_SOURCE_DIR}/tests/support/source_dir.h)
endif()

# uf_add_test(NAME LABEL label SOURCES files... LINK libraries...): a GoogleTest program, each case a ctest.
function(uf_add_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} uf_warnings uf_test_main)
  target_precompile_headers(${name} REUSE_FROM uf_test_main)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300)
endfunction()
