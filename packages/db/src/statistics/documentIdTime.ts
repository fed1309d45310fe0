/** Reads the time of issue from a document's id, whose first bits are milliseconds since 2024. */

/** 2024-01-01 in UTC, in milliseconds since 1970. */
export const NO_ID_BEFORE_MS = 1_704_067_200_000;

/** The SQL expression for the milliseconds since 1970 of an id. */
export const MS_OF_ID = (id: string): string => `((${id} >> 10) + ${NO_ID_BEFORE_MS})`;

/** Milliseconds since 1970 of an id. */
export const msOfId = (id: number): number => Math.floor(id / 1_024) + NO_ID_BEFORE_MS;
