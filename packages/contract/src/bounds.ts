/**
 * Bounds of a body that no valid one reaches: what exceeds them is refused as a whole, before its
 * parts are validated. Joi is slow on millions of values, and can fail.
 */

export const MAX_DEPTH = 20;

/** The largest numbers of values in a header, in its `extras` and in a line. */
export const MAX_HEADER_VALUES = 6_000;
export const MAX_EXTRAS_VALUES = 12_000;
export const MAX_LINE_VALUES = 250;

/** The largest number of values in a whole body: 500 full lines, header and `extras`. */
export const MAX_BODY_VALUES = 85_000;

/** The largest number of fields in one object, outside of `extras`. */
export const MAX_FIELDS = 250;
