# Packages by CPack: see packaging/packages.sh. The package of the library, with the command, is for one MPI library; that
# of the pages is for all of them.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
foreach(macro OMPI_MAJOR_VERSION I_MPI_VERSION MVAPICH2_VERSION MPICH_VERSION)
  check_symbol_exists(${macro} mpi.h ALLFOLD_HAS_${macro})
endforeach()
unset(CMAKE_REQUIRED_LIBRARIES)
if(ALLFOLD_HAS_OMPI_MAJOR_VERSION)
  set(mpi openmpi)
elseif(ALLFOLD_HAS_I_MPI_VERSION)
  set(mpi intelmpi)
elseif(ALLFOLD_HAS_MVAPICH2_VERSION)
  set(mpi mvapich)
else()
  set(mpi mpich)
endif()

set(CPACK_PACKAGE_VENDOR "The Allfold authors")
set(CPACK_PACKAGE_CONTACT "The Allfold authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "MPI_Allreduce and MPI_Reduce, replaced in existing programs (for ${mpi})")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/packaging/description.txt)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME allfold-${PROJECT_VERSION}-${mpi}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL library pages)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME liballfold-${mpi})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS allfold)
set(CPACK_DEBIAN_PAGES_PACKAGE_NAME allfold)
set(CPACK_DEBIAN_PAGES_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PAGES_PACKAGE_DEPENDS
    "liballfold-openmpi (= ${PROJECT_VERSION}) | liballfold-mpich (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PAGES_DESCRIPTION "MPI_Allreduce and MPI_Reduce, replaced in existing programs (pages)")
# /usr/bin/allfold is the command of one of the installed libraries.
set(ALLFOLD_COMMAND_FILE /usr/${CMAKE_INSTALL_BINDIR}/allfold)
set(ALLFOLD_COMMAND_PRIORITY 40)
if(mpi STREQUAL "openmpi")
  set(ALLFOLD_COMMAND_PRIORITY 50)
endif()
foreach(script postinst prerm)
  configure_file(packaging/deb/${script}.in ${CMAKE_CURRENT_BINARY_DIR}/deb/${script} @ONLY)
  list(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/deb/${script})
endforeach()
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)

set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE BSD-3-Clause)
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_LIBRARY_PACKAGE_NAME liballfold-${mpi})
set(CPACK_RPM_PAGES_PACKAGE_NAME allfold)
set(CPACK_RPM_PAGES_PACKAGE_SUMMARY "MPI_Allreduce and MPI_Reduce, replaced in existing programs (pages)")
set(CPACK_RPM_PAGES_PACKAGE_ARCHITECTURE noarch)
set(CPACK_RPM_PAGES_PACKAGE_AUTOREQPROV OFF)
set(CPACK_RPM_PAGES_PACKAGE_REQUIRES
    "(liballfold-openmpi = ${PROJECT_VERSION} or liballfold-mpich = ${PROJECT_VERSION})")
# Systems with rpm load the MPI library by a module: either it is in no package, or its package provides it under a name
# of its own. The packages for several MPI libraries contain libraries of the same name, which are found by their path.
set(CPACK_RPM_SPEC_MORE_DEFINE "%global __requires_exclude ^lib(mpi|mpich|allfold)[.]so
%global __provides_exclude ^liballfold[.]so
%global _build_id_links none")
# Folders that belong to the system, or to other packages.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/fish
    /usr/share/fish/vendor_completions.d /usr/share/man /usr/share/man/man1 /usr/share/zsh
    /usr/share/zsh/site-functions)
set(CPACK_RPM_LIBRARY_POST_INSTALL_SCRIPT_FILE ${CMAKE_CURRENT_BINARY_DIR}/deb/postinst)
configure_file(packaging/rpm/preun.in ${CMAKE_CURRENT_BINARY_DIR}/rpm/preun @ONLY)
set(CPACK_RPM_LIBRARY_PRE_UNINSTALL_SCRIPT_FILE ${CMAKE_CURRENT_BINARY_DIR}/rpm/preun)
include(CPack)
