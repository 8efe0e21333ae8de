# Installed: both libraries, the header, the command, a CMake package, a pkg-config file, module files, and pages.
include(CMakePackageConfigHelpers)

set(for_all DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(TARGETS allfold allfold_static EXPORT AllfoldTargets)
if(ALLFOLD_COMMAND)
  install(TARGETS allfold_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/allfold DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${for_all})
# Packages have the pages in a package of their own: they are the same for all MPI libraries.
install(FILES LICENSE README.md CHANGELOG.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT pages)
# What the pages link to, too, as it lies here.
install(FILES CONTRIBUTING.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT pages)
install(FILES third_party/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/third_party COMPONENT pages)
install(FILES packaging/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/packaging COMPONENT pages)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT pages ${for_all})
install(DIRECTORY bench/reports bench/notes bench/pictures DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench COMPONENT pages
        ${for_all})
foreach(part cli11 fmt highway nlohmann-json plot)
  install(FILES third_party/${part}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.${part}
          COMPONENT pages)
endforeach()
install(EXPORT AllfoldTargets NAMESPACE Allfold:: DESTINATION ${ALLFOLD_CMAKE_DIR})

configure_package_config_file(cmake/AllfoldConfig.cmake.in AllfoldConfig.cmake
  INSTALL_DESTINATION ${ALLFOLD_CMAKE_DIR})
write_basic_package_version_file(AllfoldConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/AllfoldConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/AllfoldConfigVersion.cmake
        DESTINATION ${ALLFOLD_CMAKE_DIR})

file(RELATIVE_PATH includes_from_pc /${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig /${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/allfold.pc.in allfold.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/allfold.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Module files contain the prefix, which is known when they are installed. Packages have none: those for several MPI
# libraries share /usr, and their command is in PATH.
install(CODE "
  set(ALLFOLD_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\")
  set(ALLFOLD_BUILD_DIR \"${CMAKE_BINARY_DIR}\")
  set(ALLFOLD_VERSION ${PROJECT_VERSION})
  set(ALLFOLD_MPICC \"${MPI_C_COMPILER}\")
  set(ALLFOLD_BINDIR \"${CMAKE_INSTALL_BINDIR}\")
  set(ALLFOLD_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
  set(ALLFOLD_MANDIR \"${CMAKE_INSTALL_MANDIR}\")
  set(ALLFOLD_MODULES \"${module_folder}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/AllfoldInstallModules.cmake\")" COMPONENT modules)

# A project that Allfold is a part of may have a target of this name.
if(ALLFOLD_IS_TOP_LEVEL)
  add_custom_target(uninstall VERBATIM
    COMMAND ${CMAKE_COMMAND} -D ALLFOLD_MANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt
            -P ${CMAKE_CURRENT_LIST_DIR}/AllfoldUninstall.cmake)
endif()
