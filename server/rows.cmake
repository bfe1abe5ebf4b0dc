# Writes a header with the rows of a table that the page has too: each row of
# `export const NAME = [["a", "b"], ...];` in a module becomes `{"a", "b"},`. The rows are
# arrays of plain strings without brackets, and comments.
#
#   cmake -DMODULE=FILE.js -DNAME=NAME -DOUTPUT=FILE.h -P rows.cmake
file(READ ${MODULE} text)
string(FIND "${text}" "export const ${NAME} = [\n" begin)
if(begin LESS 0)
	message(FATAL_ERROR "${MODULE}: no table ${NAME}")
endif()
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "\n];" end)
string(SUBSTRING "${text}" 0 ${end} text)
string(FIND "${text}" "\n" begin)
string(SUBSTRING "${text}" ${begin} -1 rows)
string(REPLACE "[" "{" rows "${rows}")
string(REPLACE "]" "}" rows "${rows}")
file(WRITE ${OUTPUT} "${rows}\n")
