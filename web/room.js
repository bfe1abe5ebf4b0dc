// @ts-check
// How much room the window has. The styles name the same conditions (game.css).

/** A narrow window, or a low and wide one: one panel is seen at a time, and tabs say which. */
export const is_one_panel = matchMedia("(max-width: 48rem), (max-height: 34rem) and (orientation: landscape)");
