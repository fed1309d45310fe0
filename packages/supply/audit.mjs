/** Asks the registry for known vulnerabilities, high or worse, of the packages of production. */
import { run } from '../processes/run.mjs';

/** A registry that serves no advisories is no failure: pnpm names it. */
const AUDIT =
  'audit --prod --audit-level high --config.fetch-retries=0 --ignore-registry-errors'.split(' ');

/** @param {string[]} flags more flags of `pnpm audit` */
export const audit = (flags) => run('pnpm', [...AUDIT, ...flags], { anyCode: true });
