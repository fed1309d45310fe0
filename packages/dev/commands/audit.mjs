/** npm run audit: fails when a package of production has a known vulnerability, high or worse. */
import { run } from '../processes/run.mjs';
import { inCheckout } from '../setup/checkout.mjs';

/** pnpm's word when the registry refuses the question or does not answer. */
const NOT_SERVED = 'ERR_PNPM_AUDIT_BAD_RESPONSE';

/** @param {string[]} flags more flags of `pnpm audit` */
export const command = (flags) =>
  inCheckout({ folder: '.rafaga-check', redis: false }, async () => {
    const { vulnerable, report } = await audit(flags);
    console.log(report);
    return vulnerable ? 1 : 0;
  });

export async function audit(flags) {
  const args = ['audit', '--prod', '--audit-level', 'high', '--config.fetch-retries=0', ...flags];
  const { code, out } = await run('pnpm', args, { anyCode: true });
  if (!out.includes(NOT_SERVED)) return { vulnerable: code !== 0, report: out.trim() };
  const [, status = 'sin respuesta'] = /responded with (\d+)/.exec(out) ?? [];
  const report = `SIN REVISAR: el registro no sirve avisos de vulnerabilidades (${status}).`;
  return { vulnerable: false, report };
}
