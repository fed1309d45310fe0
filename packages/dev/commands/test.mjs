/**
 * npm test [-- paths]: every test, on servers and data of its own. Tests run on sources; what does
 * not compile is npm run check's to refuse.
 */

import { jest } from '../jest/jest.mjs';
import { build } from '../setup/build.mjs';
import { chromium } from '../setup/chromium.mjs';
import { inWorkshop } from '../setup/workshop.mjs';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

export const command = (words) =>
  inWorkshop({ folder: '.rafaga-test', prepare }, (home) => jest(home, words));

/**
 * What cannot be had fails the tests that need it, not all of them: those of the real programs, and
 * those in a browser.
 */
const prepare = () => Promise.all([orSay(build), orSay(bringChromium)]);

async function bringChromium() {
  process.env.CHROMIUM = await chromium();
}

async function orSay(work) {
  await work().catch((error) => {
    if (!(error instanceof UserError)) throw error;
    say(error.message);
  });
}
