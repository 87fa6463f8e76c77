# cmake --install: the plugin, the analysis library with its headers, the CMake package and the pkg-config file. (The folders of other programs install what they build.)
include(CMakePackageConfigHelpers)

if(TARGET pmecache)
  install(TARGETS pmecache LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET pmecache_transform)
  install(TARGETS pmecache_transform LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET pmecache_analysis_shared)
  install(TARGETS pmecache_analysis_shared pmecache_analysis_static EXPORT pmecacheTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT pmecacheTargets NAMESPACE pmecache:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pmecache)
  # Relative to the file itself, so that an installation may be moved.
  file(RELATIVE_PATH PMECACHE_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  list(TRANSFORM PMECACHE_ANALYSIS_NEEDS PREPEND -l OUTPUT_VARIABLE PMECACHE_PC_NEEDS)
  string(REPLACE ";" " " PMECACHE_PC_NEEDS "${PMECACHE_PC_NEEDS}")
  configure_file(cmake/pmecache.pc.in ${CMAKE_BINARY_DIR}/pmecache.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/pmecache.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(DIRECTORY include/pmecache DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# What the README and messages point at, under the names that they use.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.json")

set(PMECACHE_INSTALLED_LLVM_VERSION "")
if(PMECACHE_PLUGIN)
  get_directory_property(PMECACHE_INSTALLED_LLVM_VERSION DIRECTORY plugin DEFINITION LLVM_VERSION_MAJOR)
endif()
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/pmecache)
configure_package_config_file(cmake/pmecacheConfig.cmake.in ${CMAKE_BINARY_DIR}/pmecacheConfig.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/pmecacheConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/pmecacheConfig.cmake ${CMAKE_BINARY_DIR}/pmecacheConfigVersion.cmake
  DESTINATION ${package_folder})
