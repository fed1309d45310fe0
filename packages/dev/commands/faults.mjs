/** npm run faults [-- paths]: every fault of test/faults, not only the short selection that npm test has. */

import { jest } from '../jest/jest.mjs';
import { build } from '../setup/build.mjs';
import { inWorkshop } from '../setup/workshop.mjs';

export const command = (words) =>
  inWorkshop({ folder: '.rafaga-faults', prepare: build }, (home) => {
    process.env.RAFAGA_FAULTS = 'all';
    return jest(home, words.length > 0 ? words : ['test/faults']);
  });
