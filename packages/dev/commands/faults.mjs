/**
 * npm run faults [-- paths]: every fault of test/faults, beyond the short selection of npm test.
 * npm run faults -- storm [--seed N] [--sales N]: all of them at once, drawn from the seed.
 * npm run faults -- upgrade [--from COMMIT]: from an earlier version to this one, under load.
 */
import { parseArgs } from 'node:util';
import { jest } from '../jest/jest.mjs';
import { earlierVersion } from '../setup/earlierVersion.mjs';
import { inTestCheckout } from '../setup/testCheckout.mjs';
import { UserError } from '../terminal/userError.mjs';

export function command(words) {
  const [name, ...options] = words;
  const own = OWN[name];
  const paths = own ? [FAULTS] : words.length === 0 ? [FAULTS, REDIS, PGBACKREST] : words;
  return inTestCheckout('.rafaga-faults', async (home) => {
    Object.assign(process.env, own ? await own(options) : { RAFAGA_FAULTS: 'all' });
    return jest(home, paths);
  });
}

const FAULTS = 'test/faults/faults.test';
const REDIS = 'test/redis/failover.test';
const PGBACKREST = 'test/restoration/pgbackrest.test';

/** The runs that have a name, by the environment of their test. */
const OWN = { storm: stormOf, upgrade: upgradeOf };

async function upgradeOf(words) {
  const { from } = parseArgs({ args: words, options: { from: { type: 'string' } } }).values;
  return { RAFAGA_FAULTS: 'upgrade', RAFAGA_EARLIER: await earlierVersion(from) };
}

function stormOf(words) {
  const { seed, sales } = parseArgs({
    args: words,
    options: { seed: { type: 'string', default: '1' }, sales: { type: 'string', default: '400' } },
  }).values;
  for (const [name, value] of Object.entries({ seed, sales }))
    if (!/^[1-9]\d{0,8}$/.test(value))
      throw new UserError(`--${name} debe ser un entero mayor que cero y es «${value}».`);
  return { RAFAGA_FAULTS: 'storm', RAFAGA_STORM_SEED: seed, RAFAGA_STORM_SALES: sales };
}
