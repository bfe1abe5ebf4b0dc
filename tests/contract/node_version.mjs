// node_version.mjs ">=20.19": is this node as new? Tells by its exit status.

const wanted = process.argv[2].replace(">=", "").split(".").map(Number);
const [major, minor] = process.versions.node.split(".").map(Number);

process.exitCode = major > wanted[0] || (major === wanted[0] && minor >= wanted[1]) ? 0 : 1;
