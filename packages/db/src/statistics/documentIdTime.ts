/** Reads the time of issue from a document's id, whose high bits are milliseconds since 2024. */

/** The beginning of 2024 in UTC, in milliseconds since 1970. */
export const NO_ID_BEFORE_MS = 1_704_067_200_000;

/** SQL: the milliseconds since 1970 of an id. */
export const MS_OF_ID = (id: string): string => `((${id} >> 10) + ${NO_ID_BEFORE_MS})`;

/** The milliseconds since 1970 of an id. */
export const msOfId = (id: number): number => Math.floor(id / 1_024) + NO_ID_BEFORE_MS;

/** The first id of a time, in milliseconds since 1970. */
export const idAtMs = (ms: number): number => Math.max(0, (ms - NO_ID_BEFORE_MS) * 1_024);
