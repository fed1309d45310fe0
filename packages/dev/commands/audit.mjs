/** npm run audit: fails when a package of production has a known vulnerability, high or worse. */
import { run } from '../../processes/run.mjs';
import { inCheckout } from '../setup/checkout.mjs';

/** A registry that serves no advisories is no failure: pnpm names it. */
const AUDIT =
  'audit --prod --audit-level high --config.fetch-retries=0 --ignore-registry-errors'.split(' ');

/** @param {string[]} flags more flags of `pnpm audit` */
export const command = (flags) =>
  inCheckout(async () => {
    const { code, out } = await audit(flags);
    console.log(out.trim());
    return code;
  });

export const audit = (flags) => run('pnpm', [...AUDIT, ...flags], { anyCode: true });
