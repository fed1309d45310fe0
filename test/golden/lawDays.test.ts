/**
 * Every sale of the corpus is issued on the days on which the law of 2026 to 2028 turns; what
 * changes from one to the next equals a reviewed list.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import {
  check,
  type DateText,
  lawChanges,
  onDay,
  price,
  type Sale,
  totalsJson,
} from '@rafaga/fiscal';
import { randomSale, seededRandom } from '../../packages/fiscal/testing/randomSale.js';
import { ISSUER } from './aSale.js';
import { CASES } from './cases.js';
import { LAW_CASES } from './lawCases.js';
import { outlined } from './outlined.js';
import { brokenRules } from './rules/index.js';

const WRITE = process.env.RAFAGA_GOLDEN === 'write';
const FILE = fileURLToPath(new URL('lawDays.json', import.meta.url));
const DAYS: readonly DateText[] = ['2026-12-31', '2027-01-01', '2027-12-31', '2028-01-01'];
const RANDOM = 100;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});
const dice = seededRandom(11);
const CORPUS: Readonly<Record<string, Sale>> = {
  ...CASES,
  ...LAW_CASES,
  ...Object.fromEntries(
    Array.from({ length: RANDOM }, (_, i) => [`al-azar-${i}`, randomSale(dice)]),
  ),
};

interface Outcome {
  /** Findings, totals, and the rules of SUNAT that its XML breaks. */
  facts: string[];
  /** Its XML in lines, with dates as their distance from its day; empty when it is refused. */
  xml: string[];
}

async function issuedOn(day: DateText, given: Sale): Promise<Outcome> {
  const sale = onDay(given, day);
  const priced = price(sale);
  const issuer = { ruc: ISSUER.ruc, exonerationAllowed: true };
  const { faults, warnings } = check(priced, { today: day, issuer });
  const told = (effect: string) => (found: { at: (string | number)[]; code?: string }) =>
    `${effect} ${found.at.join('.')} ${found.code ?? ''}`.trim();
  const totals = Object.entries(totalsJson(priced.totals)).map(
    ([name, amount]) => `${name} ${JSON.stringify(amount)}`,
  );
  const found = [...faults.map(told('refused')), ...warnings.map(told('observed')), ...totals];
  if (faults.length > 0) return { facts: found, xml: [] };
  const { xml } = await signedInvoice(
    { priced, issuer: ISSUER, number: 1, issueTime: '10:20:30' },
    signer,
  );
  const lines = outlined(xml.toString()).trim().split('\n');
  return {
    facts: ['issued', ...found, ...brokenRules(xml).map((code) => `breaks ${code}`)],
    xml: lines.map((line) => distance(line, day)),
  };
}

const distance = (line: string, day: DateText): string =>
  line.replace(
    /\d{4}-\d{2}-\d{2}/g,
    (date) => `D+${(Date.parse(date) - Date.parse(day)) / 86_400_000}`,
  );

/** The XML is compared when there is one on both days. */
function differences(before: Outcome, after: Outcome): string[] {
  const both = before.xml.length > 0 && after.xml.length > 0;
  return [
    ...lineDifferences(before.facts, after.facts),
    ...(both ? lineDifferences(before.xml, after.xml) : []),
  ];
}

function lineDifferences(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !has.has(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !had.has(line)).map((line) => `+ ${line.trim()}`),
  ];
}

test('what changes on those days is what was reviewed', async () => {
  const changes: Record<string, Record<string, string[]>> = {};
  for (const [name, sale] of Object.entries(CORPUS)) {
    let before = await issuedOn(DAYS[0] as DateText, sale);
    for (const day of DAYS.slice(1)) {
      const after = await issuedOn(day, sale);
      const changed = differences(before, after);
      if (changed.length > 0) changes[day] = { ...changes[day], [name]: changed };
      before = after;
    }
  }
  if (WRITE) writeFileSync(FILE, `${JSON.stringify(changes, null, 2)}\n`);
  expect(changes).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
});

test.each(DAYS.slice(1))('a day on which sales change is a day on which rows change: %s', (day) => {
  const reviewed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  expect(reviewed[day] !== undefined).toBe(
    lawChanges(day, day).some(({ before, after }) => before.join() !== after.join()),
  );
});
