/**
 * npm run faults [-- paths]: every fault of test/faults, not only the short selection that npm test
 * has. npm run faults -- storm [--seed N] [--sales N]: all of them at once, drawn from the seed.
 */
import { parseArgs } from 'node:util';

import { jest } from '../jest/jest.mjs';
import { build } from '../setup/build.mjs';
import { inWorkshop } from '../setup/workshop.mjs';
import { UserError } from '../terminal/userError.mjs';

export const command = (words) =>
  inWorkshop({ folder: '.rafaga-faults', prepare: build }, (home) => {
    if (words[0] === 'storm') Object.assign(process.env, stormOf(words.slice(1)));
    else process.env.RAFAGA_FAULTS = 'all';
    const paths = words[0] === 'storm' || words.length === 0 ? ['test/faults'] : words;
    return jest(home, paths);
  });

/** Whole numbers; a storm is repeated with its seed. */
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
