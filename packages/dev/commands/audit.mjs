/** npm run audit: fails when a package of production has a known vulnerability, high or worse. */
import { inCheckout } from '../setup/checkout.mjs';

export const command = () =>
  inCheckout({ folder: '.rafaga-check', redis: false }, async () => {
    const { audit } = await import('../supply/audit.mjs');
    const { vulnerable, report } = await audit();
    console.log(report);
    return vulnerable ? 1 : 0;
  });
