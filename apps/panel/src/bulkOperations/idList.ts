/**
 * A list of document ids as one field of a form. Ids grow with time and a plan is sorted by them,
 * so that the differences, in base 36, keep thousands of them within the size of a form.
 */

export const writeIds = (ids: readonly number[]): string =>
  [...ids]
    .sort((left, right) => left - right)
    .map((id, index, all) => (id - (all[index - 1] ?? 0)).toString(36))
    .join('.');

/** Undefined when the text is no such list. */
export function readIds(text: string): number[] | undefined {
  if (!/^[1-9a-z][0-9a-z]{0,10}(\.[1-9a-z][0-9a-z]{0,10})*$/.test(text)) return undefined;
  let last = 0;
  const ids = text.split('.').map((step) => {
    last += Number.parseInt(step, 36);
    return last;
  });
  return ids.every(Number.isSafeInteger) ? ids : undefined;
}
