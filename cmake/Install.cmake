# cmake --install: the plugin, headers and the CMake package. (The folders of other programs install what they build.)
include(CMakePackageConfigHelpers)

if(TARGET pmecache)
  install(TARGETS pmecache LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/pmecache DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

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
