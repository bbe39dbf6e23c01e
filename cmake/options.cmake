# Compiler settings every target of ours shares, and the three kinds of target there are.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
if(REKINDLE_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1") # compiled in every ./test
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Same bits everywhere: no contraction of a*b+c, no machine-specific code.
add_compile_options(-Wall -Wextra -Wpedantic -ffp-contract=off -fno-strict-aliasing)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release)
  # g++ 12 at -O3 sees faults in inlined library code that are not there.
  add_compile_options(-Wno-stringop-overflow -Wno-array-bounds -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(REKINDLE_WERROR)
  add_compile_options(-Werror)
endif()
if(REKINDLE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(REKINDLE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "REKINDLE_FUZZ needs clang (preset asan or fuzz)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# One library a room of the house: every .cpp of the folder (not of its sub-folders).
# rekindle_library(NAME folder [CORE] [USES lib...])   CORE: part of the exception-free core.
function(rekindle_library name folder)
  cmake_parse_arguments(ARG "CORE" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARG_USES})
  if(ARG_CORE)
    target_compile_options(${name} PRIVATE -fno-exceptions)
  endif()
endfunction()

# Test code is compiled often and runs briefly: what it calls is optimised and watched by every sanitizer, it only
# by the one for addresses.
set(REKINDLE_TEST_OPTIONS -O0 -g0)
if(REKINDLE_SANITIZE)
  list(APPEND REKINDLE_TEST_OPTIONS -fno-sanitize=undefined)
endif()
if(REKINDLE_FUZZ)
  list(APPEND REKINDLE_TEST_OPTIONS -fno-sanitize=fuzzer-no-link)
endif()

# One test program a folder of tests/: every *_test.cpp of it.
# rekindle_tests(NAME folder USES lib...)
function(rekindle_tests name folder)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_USES} rekindle_test_support GTest::gtest GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE ${REKINDLE_TEST_OPTIONS})
  target_precompile_headers(${name} REUSE_FROM rekindle_test_pch)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${REKINDLE_TEST_PREFIX}"
    PROPERTIES TIMEOUT 600)
endfunction()

# One libFuzzer target: tests/fuzz/NAME.cpp, seeds in tests/fuzz/corpus/NAME (or made by the target's own test).
function(rekindle_fuzz name)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  if(NOT REKINDLE_FUZZ)
    return()
  endif()
  add_executable(fuzz_${name} ${CMAKE_SOURCE_DIR}/tests/fuzz/${name}.cpp)
  target_link_libraries(fuzz_${name} PRIVATE ${ARG_USES} rekindle_test_support)
  target_include_directories(fuzz_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_test(NAME ${REKINDLE_TEST_PREFIX}fuzz_${name}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/fuzz --seconds 2 --seed 1 $<TARGET_FILE:fuzz_${name}> ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
endfunction()
