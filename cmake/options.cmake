# SPDX-License-Identifier: Apache-2.0
# How everything of ours is compiled: two interface targets, options and warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_program(UNDERFED_CCACHE ccache)
if(UNDERFED_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${UNDERFED_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${UNDERFED_CCACHE})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} is too old: 12 is needed; set CXX=g++-12 "
                      "(tools/setup installs it)")
endif()

add_library(uf_options INTERFACE)
target_include_directories(uf_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${UNDERFED_EXTRA_SOURCES})
target_compile_definitions(uf_options INTERFACE UNDERFED_VERSION="${PROJECT_VERSION}")
if(UNDERFED_SANITIZE)
  target_compile_options(uf_options INTERFACE -fsanitize=${UNDERFED_SANITIZE} -fno-omit-frame-pointer
                                              -fno-sanitize-recover=all)
  target_link_options(uf_options INTERFACE -fsanitize=${UNDERFED_SANITIZE})
endif()
if(UNDERFED_FUZZ)
  target_compile_options(uf_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(uf_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(UNDERFED_STATIC)
  # No libc is needed where it runs; unused functions are left out, and so are the symbols.
  target_compile_options(uf_options INTERFACE -ffunction-sections -fdata-sections)
  target_link_options(uf_options INTERFACE -static -Wl,--gc-sections -s)
endif()

add_library(uf_warnings INTERFACE)
target_compile_options(uf_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                             -Wconversion -Wno-sign-conversion
                                             -Wno-missing-field-initializers)
if(UNDERFED_DEV)
  target_compile_options(uf_warnings INTERFACE -Werror)
endif()
