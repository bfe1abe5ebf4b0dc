# Writes which cases claim each clause, out of the cases of one rule book.
#
#   cmake -DFOLDER=FOLDER -DOUTPUT=FILE -P claims_script.cmake
#
# A line of FILE is a clause and the names of its cases, "B2-33 B2-33/a B2-33/b", in the order
# in which they are read. In a case its name comes before its clauses, and these before those
# that it only shows (tests/cases/README.md).
file(GLOB files ${FOLDER}/*.json)
list(SORT files)
set(clauses)
foreach(file IN LISTS files)
	file(READ ${file} text)
	# Brackets mean something in CMake's lists.
	string(REPLACE "[" "<" text "${text}")
	string(REPLACE "]" ">" text "${text}")
	string(REGEX MATCHALL "\"case\": *\"[^\"]+\",[ \n\t]*\"clauses\": *<[^>]*>(,[ \n\t]*\"shows\": *<[^>]*>)?" claims "${text}")
	foreach(claim IN LISTS claims)
		string(REGEX REPLACE "^\"case\": *\"([^\"]+)\".*$" "\\1" name "${claim}")
		# Not with a pattern that begins at ^: CMake replaces by it over and over.
		string(FIND "${claim}" "<" at)
		string(SUBSTRING "${claim}" ${at} -1 claim)
		string(REGEX MATCHALL "[A-Z][A-Z0-9]-G?[0-9]+" claim "${claim}")
		foreach(clause IN LISTS claim)
			list(APPEND clauses ${clause})
			string(APPEND cases_of_${clause} " ${name}")
		endforeach()
	endforeach()
endforeach()
list(REMOVE_DUPLICATES clauses)
set(lines "")
foreach(clause IN LISTS clauses)
	string(APPEND lines "${clause}${cases_of_${clause}}\n")
endforeach()
# Touched only when it differs.
if(EXISTS ${OUTPUT})
	file(READ ${OUTPUT} before)
endif()
if(NOT EXISTS ${OUTPUT} OR NOT lines STREQUAL before)
	file(WRITE ${OUTPUT} "${lines}")
endif()
