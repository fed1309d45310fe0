/**
 * The value below which `part` of `sorted` lies: 0.99 of a thousand is the tenth longest, 1 the
 * last. Undefined without values.
 */
export const percentile = (sorted, part) =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)];
