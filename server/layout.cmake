# Writes a header with a number for what a state row means: a hash of the sources that say so. Of
# another build's number the daemon makes nothing of a state row, and folds the game anew.
#
#   cmake -DLIST=FILE -DOUTPUT=FILE.h -P layout.cmake
#
# LIST has one path a line, sorted.
file(STRINGS ${LIST} files ENCODING UTF-8)
set(hashes "")
foreach(file IN LISTS files)
	file(SHA256 ${file} hash)
	string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 all "${hashes}")
set(bytes "")
foreach(i RANGE 0 14 2)
	string(SUBSTRING ${all} ${i} 2 byte)
	string(APPEND bytes "0x${byte}, ")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define STATE_LAYOUT {${bytes}}\n" @ONLY)
