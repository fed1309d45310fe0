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
  const env = OWN[words[0]] ?? (() => ({ RAFAGA_FAULTS: 'all' }));
  const paths = OWN[words[0]] ? [FAULTS] : words;
  return inTestCheckout('.rafaga-faults', async (home) => {
    Object.assign(process.env, await env(words.slice(1)));
    return jest(home, paths.length > 0 ? paths : ALL);
  });
}

/** The runs that have a name, by the environment of their test. */
const OWN = {
  async upgrade(args) {
    const { from } = parseArgs({ args, options: { from: { type: 'string' } } }).values;
    return { RAFAGA_FAULTS: 'upgrade', RAFAGA_EARLIER: await earlierVersion(from) };
  },
  storm(args) {
    const { seed = '1', sales = '400' } = parseArgs({
      args,
      options: { seed: { type: 'string' }, sales: { type: 'string' } },
    }).values;
    for (const [name, value] of Object.entries({ seed, sales }))
      if (!/^[1-9]\d{0,8}$/.test(value))
        throw new UserError(`--${name} debe ser un entero mayor que cero y es «${value}».`);
    return { RAFAGA_FAULTS: 'storm', RAFAGA_STORM_SEED: seed, RAFAGA_STORM_SALES: sales };
  },
};
