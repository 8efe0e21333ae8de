# Run by cmake --install before anything is installed.
#
# Everybody can read what is installed, whatever the umask of the one who installs it. Folders that were there before
# keep their modes. Packages are made with a umask of 022.
if(NOT CMAKE_INSTALL_COMPONENT)
  foreach(folder IN LISTS ALLFOLD_INSTALLED_FOLDERS)
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
    string(REPLACE "/" ";" names "$ENV{DESTDIR}${folder}")
    set(path "")
    foreach(name IN LISTS names)
      if(name)
        string(APPEND path /${name})
        if(NOT EXISTS "${path}")
          file(MAKE_DIRECTORY "${path}")
          execute_process(COMMAND chmod u=rwx,go=rx "${path}")
        endif()
      endif()
    endforeach()
  endforeach()
endif()

# Builds what is missing, for example after a build of some targets only. Nothing is built if all files are there, so
# that installing as another user leaves the build folder alone.
foreach(file IN LISTS ALLFOLD_INSTALLED_FILES)
  if(NOT EXISTS ${file})
    message(STATUS "Building what is missing for the installation, such as ${file}")
    set(config "")
    if(CMAKE_INSTALL_CONFIG_NAME)
      set(config --config ${CMAKE_INSTALL_CONFIG_NAME})
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${ALLFOLD_BUILD_DIR} ${config} --target ${ALLFOLD_INSTALLED_TARGETS}
                    RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "cmake --install: ${file} is missing and could not be built: nothing was installed; see above")
    endif()
    break()
  endif()
endforeach()
