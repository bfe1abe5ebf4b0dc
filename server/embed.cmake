# Writes the C table of the files that are compiled into the daemon.
#
#   cmake -DLIST=FILE -DOUTPUT=FILE.c [-DZOPFLI=PROGRAM -DPACKED=FOLDER] -P embed.cmake
#
# LIST has one line a file, "path=where it is", sorted by path in the order of
# bytes; base/embedded.h tells what becomes of it. Nothing but CMake is needed. With
# zopfli, what the page reads has some 3 of 100 bytes less on the wire; packing takes
# it long, so PACKED keeps what was packed, each file by its hash.

# Set VARIABLE to the digits of a file, VARIABLE_size to the count of its bytes.
function(read_hex variable file)
	file(READ ${file} digits HEX)
	string(LENGTH "${digits}" length)
	math(EXPR size "${length} / 2")
	set(${variable} "${digits}" PARENT_SCOPE)
	set(${variable}_size ${size} PARENT_SCOPE)
endfunction()

# Write to STRIPPED what a script of the page is without the comments that fill whole lines: they are for
# its readers, not for the wire. That nothing else goes is proved by tests/server/page_packed.test.mjs.
function(strip_comments file stripped)
	file(READ ${file} text)
	set(rest "\n${text}")
	set(kept "")
	string(FIND "${rest}" "/**" at)
	while(NOT at EQUAL -1)
		string(SUBSTRING "${rest}" 0 ${at} before)
		string(SUBSTRING "${rest}" ${at} -1 rest)
		string(FIND "${rest}" "*/" end)
		math(EXPR end "${end} + 2")
		if(before MATCHES "\n[ \t]*$")
			string(REGEX REPLACE "\n[ \t]*$" "" before "${before}")
		else()
			string(SUBSTRING "${rest}" 0 ${end} comment)
			string(APPEND before "${comment}")
		endif()
		string(SUBSTRING "${rest}" ${end} -1 rest)
		string(APPEND kept "${before}")
		string(FIND "${rest}" "/**" at)
	endwhile()
	string(APPEND kept "${rest}")
	string(REGEX REPLACE "\n[ \t]*//[^\n]*" "" kept "${kept}")
	string(REGEX REPLACE "^\n" "" kept "${kept}")
	file(WRITE ${stripped} "${kept}")
endfunction()

# Set VARIABLE to the digits of FILE packed by gzip, VARIABLE_size to their count of bytes.
function(read_packed variable file hash)
	if(ZOPFLI AND file MATCHES "\\.(js|json|css|html)$")
		set(packed ${PACKED}/${hash}.gz)
		if(NOT EXISTS ${packed})
			execute_process(COMMAND ${ZOPFLI} --i5 -c ${file} OUTPUT_FILE ${own}.gz COMMAND_ERROR_IS_FATAL ANY)
			file(RENAME ${own}.gz ${packed})
		endif()
		read_hex(gzip ${packed})
	else()
		file(ARCHIVE_CREATE OUTPUT ${own}.gz PATHS ${file} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
		read_hex(gzip ${own}.gz)
		file(REMOVE ${own}.gz)
	endif()
	# Bytes 4 to 7 are the time of packing, which no two builds share.
	string(SUBSTRING "${gzip}" 0 8 head)
	string(SUBSTRING "${gzip}" 16 -1 rest)
	set(${variable} "${head}00000000${rest}" PARENT_SCOPE)
	set(${variable}_size ${gzip_size} PARENT_SCOPE)
endfunction()

# Append the array NAME with these digits to the table; a NUL follows.
function(append_array name hex)
	string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
	string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
	file(APPEND ${own}.new "static const unsigned char ${name}[] = {\n${hex}0x00};\n\n")
endfunction()

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_json "application/json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_ico "image/x-icon")
set(type_woff2 "font/woff2")
set(type_webmanifest "application/manifest+json")
set(type_md "text/markdown; charset=utf-8")
set(type_webmanifest "application/manifest+json")
set(type_wasm "application/wasm")

# Files of its own: two builds of one folder may run at a time.
string(RANDOM LENGTH 8 own)
set(own ${OUTPUT}.${own})
file(WRITE ${own}.new "/* Written by embed.cmake from the files it names. */

#include \"base/embedded.h\"

")
set(rows "")
set(count 0)
file(STRINGS ${LIST} lines ENCODING UTF-8)
foreach(line IN LISTS lines)
	if(NOT line MATCHES "^([^=]+)=(.+)$")
		continue()
	endif()
	set(path ${CMAKE_MATCH_1})
	set(file ${CMAKE_MATCH_2})
	string(REGEX REPLACE "^.*\\." "" extension ${path})
	if(NOT DEFINED type_${extension})
		message(FATAL_ERROR "${path}: no media type is known for .${extension}")
	endif()
	if(path MATCHES "^web/.*\\.js$")
		strip_comments(${file} ${own}.js)
		set(file ${own}.js)
	endif()
	file(SHA256 ${file} etag)
	string(SUBSTRING ${etag} 0 32 etag)
	read_hex(hex ${file})
	append_array(file_${count} "${hex}")
	set(packed "NULL, 0")
	if(path MATCHES "^(web|words|api)/")
		read_packed(gzip ${file} ${etag})
		if(gzip_size LESS hex_size)
			append_array(packed_${count} "${gzip}")
			set(packed "packed_${count}, ${gzip_size}")
		endif()
	endif()
	string(APPEND rows "\t{\"${path}\", \"${type_${extension}}\", file_${count}, ${hex_size}, "
		"\"\\\"${etag}\\\"\", ${packed}},\n")
	math(EXPR count "${count} + 1")
endforeach()

# A table must have a row, even while there is no file: the last one is not counted.
file(APPEND ${own}.new "const struct embedded_file embedded_files[] = {
${rows}\t{NULL, NULL, NULL, 0, \"\", NULL, 0},
};

const size_t embedded_files_count = ${count};
")
file(RENAME ${own}.new ${OUTPUT})
file(REMOVE ${own}.js)
