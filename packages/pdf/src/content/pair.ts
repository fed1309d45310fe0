/** A label with its value, as the papers print them. */
export type Pair = readonly [label: string, value: string];
