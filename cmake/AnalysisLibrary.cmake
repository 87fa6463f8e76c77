# libpmecache_analysis, static and shared: everything below analysis/ and what reads traces, for programs that call the
# functions of include/pmecache/. They need no LLVM.
#
# Whatever static library is added below analysis/ becomes part of it: its objects, so that nothing is compiled twice.
# Names are hidden unless a public header declares them (#pragma GCC visibility); of those, the shared library gives out
# what begins with pme_. Until 1.0 each minor version may change the interface, so its soname has two numbers.

# pme_static_libraries_below(result folder): the targets of a folder and of those in it, as they are in the build.
function(pme_static_libraries_below result folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  set(found "")
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND found ${target})
    endif()
  endforeach()
  foreach(inner IN LISTS folders)
    pme_static_libraries_below(below ${inner})
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

pme_static_libraries_below(parts ${CMAKE_SOURCE_DIR}/analysis)
list(REMOVE_ITEM parts pme_calibrate) # of the command: nothing public in it
if(TARGET pme_replay)
  list(APPEND parts pme_replay) # pme_trace_profile
  list(REMOVE_DUPLICATES parts)
endif()
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

# What it needs, for programs elsewhere by name: pthread m zstd jansson hwloc yaml. Here where it was found.
set(PMECACHE_ANALYSIS_NEEDS pthread m)
set(needs pthread m)
foreach(name zstd jansson hwloc yaml)
  string(TOUPPER ${name}_LIBRARY found)
  if(${found}) # pme_machine_resolve does without hwloc and yaml
    list(APPEND PMECACHE_ANALYSIS_NEEDS ${name})
    list(APPEND needs $<BUILD_INTERFACE:${${found}}> $<INSTALL_INTERFACE:${name}>)
  endif()
endforeach()

foreach(kind STATIC SHARED)
  string(TOLOWER pmecache_analysis_${kind} library)
  add_library(${library} ${kind} ${objects})
  set_target_properties(${library} PROPERTIES OUTPUT_NAME pmecache_analysis LINKER_LANGUAGE C)
  target_link_libraries(${library} PRIVATE ${needs})
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
set(exports ${CMAKE_CURRENT_LIST_DIR}/analysis.map)
set_target_properties(pmecache_analysis_shared PROPERTIES
  EXPORT_NAME analysis LINK_DEPENDS ${exports}
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set_target_properties(pmecache_analysis_static PROPERTIES EXPORT_NAME analysis_static)
target_link_options(pmecache_analysis_shared PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
