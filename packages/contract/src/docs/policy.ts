/** The Content-Security-Policy of a page that has one style sheet of its own and no script. */
import { createHash } from 'node:crypto';

export const policyOf = (css: string, form: string): string =>
  "default-src 'none'; style-src " +
  `'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; ` +
  `${form}; frame-ancestors 'none'`;
