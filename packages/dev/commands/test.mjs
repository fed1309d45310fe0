/** npm test [-- paths]: every test, or those of the paths, on servers and data of their own. */
import { say } from '../../processes/progress.mjs';
import { UserError } from '../../processes/userError.mjs';
import { jest } from '../jest/jest.mjs';
import { build } from '../setup/build.mjs';
import { inTestCheckout } from '../setup/checkout.mjs';
import { chromium } from '../setup/chromium.mjs';

export const command = (words) =>
  inTestCheckout('.rafaga-test', (home) => jest(home, words), {
    prepare,
    disposable: true,
  });

/**
 * Tests run on sources. Without a build, or without a browser, only the tests that need it fail.
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
