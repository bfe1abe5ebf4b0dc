# Writes the cases of one rule book as one JSON list, for the page: what each file holds, a case or
# a list of them, with the white space between lines left out.
#
#   cmake -DFOLDER=FOLDER -DOUTPUT=FILE -P published_script.cmake
file(GLOB files ${FOLDER}/*.json)
list(SORT files)
set(text "")
foreach(file IN LISTS files)
	file(READ ${file} content)
	# No string of JSON has a line's end in it.
	string(REGEX REPLACE "\n[ \t]*" "" content "${content}")
	if(NOT text STREQUAL "")
		string(APPEND text ",\n")
	endif()
	string(APPEND text "${content}")
endforeach()
# Touched only when it differs.
if(EXISTS ${OUTPUT})
	file(READ ${OUTPUT} before)
endif()
if(NOT EXISTS ${OUTPUT} OR NOT "[${text}]\n" STREQUAL before)
	file(WRITE ${OUTPUT} "[${text}]\n")
endif()
