/** As many characters as the audit keeps of the reason of a change. */
export const MAX_REASON = 1_000;
