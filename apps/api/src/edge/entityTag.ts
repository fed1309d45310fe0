/** Compares the entity tags of a conditional request. */

/** Whether If-None-Match has this tag or `*`. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header
    ?.split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag) ?? false;
