# The house's build rules: every library and test is declared through these two functions, so that
# warnings, sanitizers and the include root are the same everywhere.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

set(TIANYUAN_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize= (empty: none)")

add_library(tianyuan_options INTERFACE)
target_include_directories(tianyuan_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(tianyuan_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these inside libstdc++ and Boost headers when it inlines them; they are not ours.
  target_compile_options(tianyuan_options INTERFACE
    -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
    -Wno-dangling-pointer)
endif()
if(TIANYUAN_SANITIZE)
  target_compile_options(tianyuan_options INTERFACE
    -fsanitize=${TIANYUAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tianyuan_options INTERFACE -fsanitize=${TIANYUAN_SANITIZE})
endif()

# tianyuan_library(NAME SOURCES a.cpp ... [PUBLIC lib ...] [PRIVATE lib ...])
function(tianyuan_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC tianyuan_options ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE tianyuan_options ${arg_PUBLIC})
  endif()
endfunction()

# tianyuan_program(NAME SOURCES a.cpp ... [PRIVATE lib ...])
function(tianyuan_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;PRIVATE" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE tianyuan_options ${arg_PRIVATE})
endfunction()

# tianyuan_test(NAME SOURCES a.cpp ... [PRIVATE lib ...] [LABELS label ...] [TIMEOUT seconds])
# A Catch2 program and one ctest entry of the same name. tests/data is TIANYUAN_TEST_DATA.
function(tianyuan_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;PRIVATE;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE tianyuan_options tianyuan_test_main ${arg_PRIVATE})
  target_compile_definitions(${name} PRIVATE TIANYUAN_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
  endif()
endfunction()

# Debian's own Python: python3-jsonschema and python3-websockets belong to it, whatever else is first
# in PATH.
set(TIANYUAN_PYTHON /usr/bin/python3 CACHE FILEPATH "Python that runs the Python tests")

# tianyuan_python_test(NAME FILE [LABELS label ...] [TIMEOUT seconds] [SERIAL])
# A file of unittest cases and one ctest entry. It is told where the programs are by TIANYUAN_BIN.
function(tianyuan_python_test name file)
  cmake_parse_arguments(arg "SERIAL" "TIMEOUT" "LABELS" ${ARGN})
  add_test(NAME ${name}
    COMMAND ${TIANYUAN_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/${file}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "TIANYUAN_BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};PYTHONDONTWRITEBYTECODE=1"
    RUN_SERIAL "${arg_SERIAL}"
    LABELS "${arg_LABELS}")
endfunction()
