/** A link that shows a game's table (`/g/<game>`), opened by a person: on to the game itself. */

const game = location.pathname.split("/").pop() ?? "";

location.replace(`../#game=${encodeURIComponent(game)}`);
