/**
 * Measures the CPU of a PDF beside that of an RSA-2048 signature and, if installed, of wkhtmltopdf,
 * in turns. It runs with the flags of a worker, which its printing threads have too, and after it
 * has drawn for a while. Then it draws different PDFs, to show whether memory grows.
 *
 * --beside     draws with another checkout too, in the same turns
 * --documents  how many PDFs to draw for the memory; 0 skips that part
 *
 *     npm run bench -- pdf [--rounds 15] [--beside FOLDER] [--documents 10000] [--json]
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import { PAPER_FORMATS, price } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { WORKER_FLAGS } from '../../packages/dev/settings/nodeFlags.mjs';
import { aSale } from './tools/aSale.mjs';
import { endedMs, median } from './tools/cpu.mjs';
import { signatureMs } from './tools/signature.mjs';

if (!WORKER_FLAGS.every((flag) => process.execArgv.includes(flag))) {
  const args = [...WORKER_FLAGS, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

/** The most signatures that a PDF may cost. */
const MOST = { 'a4, 5 lines': 3, 'ticket-80, 5 lines': 2.5, 'a4, 500 lines': 30 };
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    beside: { type: 'string' },
    documents: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
  },
});
const other = options.beside && (await drawPdfOf(options.beside));
const ofPdf = createRequire(path.resolve(import.meta.dirname, '../../packages/pdf/package.json'));
const { PNG } = ofPdf('pngjs');
const WKHTMLTOPDF = 'wkhtmltopdf';

/** By name: the PDFs that warm it up, those of one turn, and what draws one. */
const works = Object.fromEntries([
  ...drawn('a4, 5 lines', { warm: 4_000, count: 100, lines: 5, format: 'a4' }),
  ...drawn('ticket-80, 5 lines', { warm: 4_000, count: 100, lines: 5, format: 'ticket-80' }),
  ...drawn('a4, 500 lines', { warm: 200, count: 10, lines: 500, format: 'a4' }),
  ...(spawnSync(WKHTMLTOPDF, ['--version']).status === 0
    ? [
        ['wkhtmltopdf, 5 lines', [1, 2, () => printed(html(document(5)))]],
        ['wkhtmltopdf, 500 lines', [1, 1, () => printed(html(document(500)))]],
      ]
    : []),
]);

const say = (text) => options.json || console.log(text);
say(
  `${os.cpus()[0]?.model ?? os.arch()}, ${os.cpus().length} cores, Node ` +
    `${process.version}; CPU of every thread and child, for one`,
);
for (const [name, [warm, , work]] of Object.entries(works))
  say(`${name.padEnd(34)} ${cpu(warm, work).toFixed(2).padStart(7)} ms in the first ${warm}`);
const results = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
const signatures = [];
for (let round = 0; round < Number(options.rounds); round += 1) {
  const signature = signatureMs();
  signatures.push(signature);
  // a turn collects garbage of the one before it: the order changes
  const turn = Object.entries(works);
  for (const [name, [, count, work]] of round % 2 === 0 ? turn : turn.reverse()) {
    const cost = cpu(count, work);
    results[name].push({ cost, ratio: cost / signature });
  }
}
say(`${'an RSA-2048 signature'.padEnd(34)} ${median(signatures).toFixed(2)} ms`);
const ratios = {};
for (const [name, costs] of Object.entries(results)) {
  const limit = MOST[name] ? ` (at most ${MOST[name]})` : '';
  const base = other && results[besides(name)];
  const beside = base
    ? `, ${median(costs.map(({ cost }, i) => cost / base[i].cost)).toFixed(2)} of the other's`
    : '';
  const [ms, ratio] = ['cost', 'ratio'].map((key) => median(costs.map((each) => each[key])));
  ratios[name] = ratio;
  say(
    `${name.padEnd(34)} ${ms.toFixed(2).padStart(7)} ms = ${ratio.toFixed(1)} signatures${limit}` +
      beside,
  );
}
if (options.json) console.log(JSON.stringify({ signatures: ratios }, null, 2));
if (Number(options.documents) > 0) memory(Number(options.documents));

async function drawPdfOf(folder) {
  const built = path.resolve(folder, 'packages/pdf/dist/index.js');
  return (await import(pathToFileURL(built).href)).drawPdf;
}

/** @returns the work of this checkout, and that of the other one */
function drawn(name, { warm, count, lines, format }) {
  return [
    [name, [warm, count, each(drawPdf, lines, format)]],
    ...(other ? [[besides(name), [warm, count, each(other, lines, format)]]] : []),
  ];
}

function besides(name) {
  return `${name}, the other`;
}

/** Draws a different document in each call, as a worker does. */
function each(draw, lines, format) {
  const different = Array.from({ length: 50 }, (_, number) => document(lines, number + 1));
  let at = 0;
  return () => draw(different[at++ % different.length], format);
}

/** Draws different documents in all formats, with more logos than are cached. */
function memory(count) {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const logos = Array.from({ length: 100 }, (_, shade) => logo(shade));
  const tell = (when) => {
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    const [resident, heap, beside] = [rss, heapUsed, external].map((bytes) =>
      (bytes / 1e6).toFixed(0).padStart(4),
    );
    console.log(
      `${when.padEnd(22)} ${resident} MB resident, ${heap} MB heap, ${beside} MB beside it`,
    );
  };
  const draw = (from, to) => {
    for (let at = from; at < to; at += 1) {
      const design = { logo: logos[at % logos.length], footer: `Gracias, cliente ${at}` };
      drawPdf({ ...document(5, at), design }, PAPER_FORMATS[at % PAPER_FORMATS.length]);
    }
  };
  let at = 0;
  for (const [when, share] of [
    ['at the start', 0.1],
    ['in the middle', 0.5],
    ['at the end', 1],
  ]) {
    const next = Math.ceil(share * count);
    draw(at, next);
    at = next;
    tell(`${when}, ${next}`);
  }
}

function logo(shade) {
  const png = new PNG({ width: 160, height: 60 });
  png.data.fill(Buffer.from([2 * shade, 60, 120, 255]));
  return PNG.sync.write(png);
}

/** @returns CPU milliseconds of one call, of this process and of the children it waited for */
function cpu(count, work) {
  const before = cpuMs();
  for (let i = 0; i < count; i += 1) work();
  return (cpuMs() - before) / count;
}

/** That of this process is exact, that of its children is counted in hundredths of a second. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedMs(process.pid);
}

/** The same lines as an HTML page. */
function html({ priced, issuer }) {
  const rows = priced.lines.map(
    ({ line, total }) =>
      `<tr><td>${line.quantity}<td>${line.code}<td>${line.description}<td ` +
      `align=right>${line.unitPrice}<td align=right>${total}</tr>`,
  );
  return (
    `<meta charset=utf-8><h1>${issuer.legalName}</h1><p>RUC ${issuer.ruc}<table ` +
    `width=100%>${rows.join('')}</table>`
  );
}

function printed(page) {
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
  const { status, stderr } = spawnSync(WKHTMLTOPDF, ['--quiet', '-', '-'], {
    input: page,
    env,
    maxBuffer: 64e6,
  });
  if (status !== 0) throw new Error(String(stderr));
}

function document(count, number = 1) {
  const client = { documentType: '1', document: '12345678', name: `Ana Quispe Mamani ${number}` };
  const sale = { ...aSale('boleta', count, number), client };
  return {
    priced: price(sale),
    issuer: {
      ruc: '20123456786',
      legalName: 'Bodega Ráfaga S.A.C.',
      address: 'Av. Arequipa 123, Lima',
    },
    number,
    createdAt: new Date('2026-03-01T15:00:00Z'),
    digest: 'rW5UBmYhSqJBBmbTrdzGkGBQ8yQ=',
    qr: `20123456786|03|B001|${number}|1.00|10.00|2026-03-01|1|12345678|`,
    state: 'accepted',
    environment: 'production',
    design: {},
  };
}
