/** Asks the registry for known vulnerabilities of the packages that production uses. */
import { onWindows, run } from '../processes/run.mjs';

/** pnpm's word when the registry refuses the question or does not answer. */
const NOT_SERVED = 'ERR_PNPM_AUDIT_BAD_RESPONSE';

/**
 * @param {string[]} [flags] more flags of `pnpm audit`
 * @returns {Promise<{ vulnerable: boolean, report: string }>}
 */
export async function audit(flags = []) {
  const args = ['audit', '--prod', '--audit-level', 'high', '--config.fetch-retries=0', ...flags];
  const { code, out } = await run('pnpm', args, { anyCode: true, shell: onWindows });
  if (out.includes(NOT_SERVED)) return { vulnerable: false, report: notServed(out) };
  return { vulnerable: code !== 0, report: out.trim() };
}

function notServed(out) {
  const [, status = 'sin respuesta'] = /responded with (\d+)/.exec(out) ?? [];
  return `SIN REVISAR: el registro no sirve avisos de vulnerabilidades (${status}).`;
}
