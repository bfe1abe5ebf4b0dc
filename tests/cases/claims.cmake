# Which cases claim each clause, made of the cases of each rule book, and the cases themselves. The
# daemon shows them beside its clauses and at /cases: PN_EMBED lists them as it lists all that is
# compiled into it (NAME=FILE), and the target `claims` makes them.
set(claims_made)
file(GLOB rulesets RELATIVE ${CMAKE_SOURCE_DIR}/core/rulesets CONFIGURE_DEPENDS
	${CMAKE_SOURCE_DIR}/core/rulesets/*/RULES.md)
foreach(rules IN LISTS rulesets)
	get_filename_component(name ${rules} DIRECTORY)
	file(GLOB case_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/${name}/*.json)
	if(NOT case_files)
		message(FATAL_ERROR "tests/cases/${name}/ has no case: each clause of ${name} needs one")
	endif()
	set(claims ${CMAKE_BINARY_DIR}/claims/${name}.cases.md)
	add_custom_command(OUTPUT ${claims} BYPRODUCTS ${claims}.made
		COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/claims
		COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_CURRENT_LIST_DIR}/${name}
			-DOUTPUT=${claims} -P ${CMAKE_CURRENT_LIST_DIR}/claims_script.cmake
		COMMAND ${CMAKE_COMMAND} -E touch ${claims}.made
		DEPENDS ${CMAKE_CURRENT_LIST_DIR}/claims_script.cmake ${case_files} VERBATIM)
	set(published ${CMAKE_BINARY_DIR}/claims/${name}.json)
	add_custom_command(OUTPUT ${published} BYPRODUCTS ${published}.made
		COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/claims
		COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_CURRENT_LIST_DIR}/${name}
			-DOUTPUT=${published} -P ${CMAKE_CURRENT_LIST_DIR}/published_script.cmake
		COMMAND ${CMAKE_COMMAND} -E touch ${published}.made
		DEPENDS ${CMAKE_CURRENT_LIST_DIR}/published_script.cmake ${case_files} VERBATIM)
	list(APPEND claims_made ${claims} ${published})
	list(APPEND PN_EMBED "clauses/${name}.cases.md=${claims}" "web/cases/${name}.json=${published}")
endforeach()
foreach(name defaults case.schema)
	list(APPEND PN_EMBED "web/cases/${name}.json=${CMAKE_CURRENT_LIST_DIR}/${name}.json")
endforeach()
add_custom_target(claims DEPENDS ${claims_made})
