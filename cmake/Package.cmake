# cpack -G DEB in a build tree: a package of what cmake --install installs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pmecache)
set(CPACK_PACKAGE_CONTACT "the authors of pmecache <pmecache@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tells how OpenMP loops use the caches of a machine")
set(CPACK_PACKAGE_DESCRIPTION "A plugin of clang that predicts the cache misses of OpenMP loops while they are compiled, \
and advises schedules, teams and layouts; with a command, a library and a runtime for programs that measure themselves.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The plugin is for one version of LLVM; without its clang the command answers programs and documents all the same.
if(PMECACHE_INSTALLED_LLVM_VERSION)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "clang-${PMECACHE_INSTALLED_LLVM_VERSION}, libomp-${PMECACHE_INSTALLED_LLVM_VERSION}-dev")
endif()
include(CPack)
