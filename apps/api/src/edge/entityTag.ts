/** Makes entity tags, and compares those of a conditional request. */
import { hash } from 'node:crypto';

/** The strong tag of a content. */
export const tagOf = (text: string | Buffer): string => `"${hash('sha256', text)}"`;

/** Whether If-None-Match has this tag or `*`. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header
    ?.split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag) ?? false;
