/**
 * npm run faults [-- paths]: every fault of test/faults, beyond the short selection of npm test.
 * npm run faults -- storm [--seed N] [--sales N]: all of them at once, drawn from the seed.
 * npm run faults -- upgrade [--from COMMIT]: from an earlier version to this one, under load.
 */
import { parseArgs } from 'node:util';
import { UserError } from '../../processes/userError.mjs';
import { jest } from '../jest/jest.mjs';
import { inTestCheckout } from '../setup/checkout.mjs';
import { earlierVersion } from '../setup/earlierVersion.mjs';

const FAULTS = 'test/faults/faults.test';
const ALL = [FAULTS, 'test/redis/failover.test', 'test/restoration/pgbackrest.test'];

export function command(words) {
  const [name, ...args] = words;
  const own = OWN[name]?.(args);
  const paths = own ? [FAULTS] : words;
  return inTestCheckout('.rafaga-faults', async (home) => {
    Object.assign(process.env, own ? await own() : { RAFAGA_FAULTS: 'all' });
    return jest(home, paths.length > 0 ? paths : ALL);
  });
}

/** The runs that have a name: each reads its arguments, and gives what makes its environment. */
const OWN = {
  upgrade(args) {
    const { from } = valuesOf(args, ['from']);
    return async () => ({ RAFAGA_FAULTS: 'upgrade', RAFAGA_EARLIER: await earlierVersion(from) });
  },
  storm(args) {
    const { seed = '1', sales = '400' } = valuesOf(args, ['seed', 'sales']);
    for (const [name, value] of Object.entries({ seed, sales }))
      if (!/^[1-9]\d{0,8}$/.test(value))
        throw new UserError(`--${name} debe ser un entero mayor que cero y es «${value}».`);
    return () => ({ RAFAGA_FAULTS: 'storm', RAFAGA_STORM_SEED: seed, RAFAGA_STORM_SALES: sales });
  },
};

/** @throws UserError for an argument that is none of the names */
function valuesOf(args, names) {
  /** @type {Record<string, { type: 'string' }>} */
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  try {
    return parseArgs({ args, options }).values;
  } catch {
    const known = names.map((name) => `[--${name} …]`).join(' ');
    throw new UserError(`Estos argumentos no son de esta prueba. Los que hay: ${known}`);
  }
}
