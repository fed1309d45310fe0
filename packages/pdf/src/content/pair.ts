/** A printed label with its value. */
export type Pair = readonly [label: string, value: string];
