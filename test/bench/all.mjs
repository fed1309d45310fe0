/**
 * Runs, one after the other, the benches whose figures are ratios to a reference in the same run,
 * compares each ratio with accepted.json, and marks what has become dearer. A run is only compared
 * with one of a processor of the same name and nearly the same time for a signature, because where
 * a signature takes twice as long, the ratios to it halve.
 *
 * --accept  makes the ratios of this run the accepted ones of its processor
 *
 *     npm run bench -- all [--accept] [--json]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signatureMs } from './tools/signature.mjs';

const { values } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** A ratio that grew or shrank by less says nothing on a shared machine. */
const NOISE = 0.15;

/** The benches, and the ratios in the JSON of each. A cost is better when it is lower. */
const BENCHES = [
  {
    words: ['issue', '--turns', '12', '--json'],
    ratios: ({
      turns: {
        ratios: [{ rate, cpu }],
      },
    }) => ({
      'accept: rate, of the echo': { value: rate, isCost: false },
      'accept: CPU of the API, echoes': { value: cpu, isCost: true },
    }),
  },
  {
    words: ['emit', '--documents', '6000', '--json'],
    ratios: ({ ofSignature }) => ({
      'emission: CPU of a worker, signatures': { value: ofSignature, isCost: true },
    }),
  },
  {
    words: ['pdf', '--documents', '0', '--json'],
    ratios: ({ signatures }) =>
      Object.fromEntries(
        Object.entries(signatures).map(([name, value]) => [
          `PDF: ${name}, signatures`,
          { value, isCost: true },
        ]),
      ),
  },
  {
    words: ['read', '--only', 'record,xml,pdf', '--json'],
    ratios: ({ turns }) => ({
      'read: CPU of a record, of the echo': { value: turns.record.cpu, isCost: true },
      'read: CPU of an XML, of the echo': { value: turns.xml.cpu, isCost: true },
      'read: CPU of a stored PDF, of the echo': { value: turns.pdf.cpu, isCost: true },
    }),
  },
];

const file = path.join(import.meta.dirname, 'accepted.json');
const allAccepted = JSON.parse(readFileSync(file, 'utf8'));
const machine = { processor: cpus()[0].model, signatureMs: round(signatureMs()) };
const isSame = ({ processor, signatureMs: ms }) =>
  processor === machine.processor && Math.abs(ms / machine.signatureMs - 1) < 0.3;
const accepted = allAccepted.find(isSame)?.ratios ?? {};

function round(value) {
  return Math.round(value * 100) / 100;
}

function run([name, ...words]) {
  const program = path.join(import.meta.dirname, `${name}.mjs`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`the bench ${name} ended with ${status}`);
  return JSON.parse(stdout);
}

/** @returns 'better', 'worse', or an empty text for a difference within noise */
function judge({ value, isCost }, before) {
  if (before === undefined || Math.abs(value / before - 1) <= NOISE) return '';
  return value > before === isCost ? 'worse' : 'better';
}

const lines = [];
for (const { words, ratios } of BENCHES)
  for (const [name, ratio] of Object.entries(ratios(run(words)))) {
    const line = { name, value: round(ratio.value), accepted: accepted[name] };
    lines.push({ ...line, change: judge(ratio, line.accepted) });
    if (values.json) continue;
    const { value, accepted: before = '–', change } = lines.at(-1);
    console.log(
      `${name.padEnd(44)} ${String(value).padStart(6)}  accepted ${String(before).padStart(6)}  ` +
        change,
    );
  }
if (values.json) console.log(JSON.stringify({ ...machine, lines }, null, 2));
if (values.accept) {
  const ratios = Object.fromEntries(lines.map(({ name, value }) => [name, value]));
  const others = allAccepted.filter((each) => !isSame(each));
  writeFileSync(file, `${JSON.stringify([...others, { ...machine, ratios }], null, 2)}\n`);
}
