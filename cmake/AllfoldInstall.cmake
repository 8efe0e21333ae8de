# Installed: both libraries, the header, the command, a CMake package and a pkg-config file.
include(CMakePackageConfigHelpers)

set(ALLFOLD_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Allfold)
install(TARGETS allfold allfold_static EXPORT AllfoldTargets)
if(ALLFOLD_COMMAND)
  install(TARGETS allfold_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/allfold DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The pages, and what they link to, as they lie here.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY bench/reports bench/notes bench/pictures DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
foreach(part cli11 fmt highway nlohmann-json plot)
  install(FILES third_party/${part}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.${part})
endforeach()
install(EXPORT AllfoldTargets NAMESPACE Allfold:: DESTINATION ${ALLFOLD_CMAKE_DIR})

configure_package_config_file(cmake/AllfoldConfig.cmake.in AllfoldConfig.cmake
  INSTALL_DESTINATION ${ALLFOLD_CMAKE_DIR})
write_basic_package_version_file(AllfoldConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/AllfoldConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/AllfoldConfigVersion.cmake
        DESTINATION ${ALLFOLD_CMAKE_DIR})

configure_file(cmake/allfold.pc.in allfold.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/allfold.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
