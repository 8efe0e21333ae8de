# As a script: writes the source OUTPUT, which defines the contents of files as the constants that HEADER declares in
# NAMESPACE. NAMES lists the constants, with commas between them. Each of these variables is a file, or several with
# commas between them, that are one constant.
#   cmake -D OUTPUT=... -D HEADER=... -D NAMESPACE=... -D NAMES=html,style -D html=... -D style=... -P EmbedFiles.cmake
file(WRITE ${OUTPUT} "// Written by cmake/EmbedFiles.cmake.
#include \"${HEADER}\"

namespace ${NAMESPACE} {
")
string(REPLACE "," ";" names "${NAMES}")
foreach(name IN LISTS names)
  string(REPLACE "," ";" files "${${name}}")
  set(bytes "")
  foreach(file IN LISTS files)
    file(READ ${file} content HEX)
    string(APPEND bytes "${content}")
  endforeach()
  # Numbers, since compilers need not take long strings; in lines that editors can show.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REPEAT "." 80 line)
  string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
  file(APPEND ${OUTPUT} "
static constexpr unsigned char bytes_of_${name}[] = {
${bytes}};
const std::string_view ${name}(reinterpret_cast<const char*>(bytes_of_${name}), sizeof bytes_of_${name});
")
endforeach()
file(APPEND ${OUTPUT} "
}  // namespace ${NAMESPACE}
")
