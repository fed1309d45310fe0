/**
 * npm start: installs, builds and starts everything, issues a boleta and a factura, and keeps the
 * programs running until a signal.
 */
import { ownHome } from '../../processes/places.mjs';
import { writeTo } from '../../processes/progress.mjs';
import { UserError } from '../../processes/userError.mjs';
import { inCheckout } from '../setup/checkout.mjs';

export function command(words) {
  if (words.length > 0)
    throw new UserError(
      'Uso: npm start, sin argumentos. Los puertos y lo demás se dan en variables: README.md',
    );
  writeTo(process.stdout);
  return inCheckout(start, { home: ownHome(), redis: true, interrupted: 0 });
}

async function start(home, settings) {
  // loaded after the install: it imports packages
  const { demonstrate } = await import('../demo/demonstrate.mjs');
  await demonstrate(home, settings);
  await new Promise(() => setInterval(() => undefined, 2 ** 30));
}
