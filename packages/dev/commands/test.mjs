/** npm test [-- paths]: every test, on servers and data of its own. */

import { jest } from '../jest/jest.mjs';
import { build } from '../setup/build.mjs';
import { inWorkshop } from '../setup/workshop.mjs';
import { Advice } from '../terminal/advice.mjs';
import { say } from '../terminal/progress.mjs';

export const command = (words) => inWorkshop({ folder: '.rafaga-test', prepare }, (home) => jest(home, words));

/** Tests run on sources; those that start the real programs need them built. What does not compile is npm run check's to refuse. */
async function prepare() {
  await build().catch((error) => {
    if (!(error instanceof Advice)) throw error;
    say(error.message);
  });
}
