/**
 * npm run faults [-- paths]: every fault of test/faults, beyond the short selection of npm test.
 * npm run faults -- storm [--seed N] [--sales N]: all of them at once, drawn from the seed.
 */
import { parseArgs } from 'node:util';
import { jest } from '../jest/jest.mjs';
import { inTestCheckout } from '../setup/testCheckout.mjs';
import { UserError } from '../terminal/userError.mjs';

export function command(words) {
  const storm = words[0] === 'storm';
  const variables = storm ? stormOf(words.slice(1)) : { RAFAGA_FAULTS: 'all' };
  const paths = storm || words.length === 0 ? ['test/faults'] : words;
  return inTestCheckout('.rafaga-faults', (home) => {
    Object.assign(process.env, variables);
    return jest(home, paths);
  });
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
