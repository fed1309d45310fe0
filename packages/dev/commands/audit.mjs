/** npm run audit: fails when a package of production has a known vulnerability, high or worse. */
import { audit } from '../../supply/audit.mjs';
import { inCheckout } from '../setup/checkout.mjs';

export const command = (flags) =>
  inCheckout(async () => {
    const { code, out } = await audit(flags);
    console.log(out.trim());
    return code;
  });
