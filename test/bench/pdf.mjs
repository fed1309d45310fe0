/**
 * Measures the CPU of a PDF beside that of an RSA-2048 signature and, if installed, wkhtmltopdf, in
 * turns; then draws --documents different PDFs to show whether memory grows (0: skips this part).
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import { PAPER_FORMATS, price } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { aSale } from './tools/aSale.mjs';
import { median, treeMs } from './tools/cpu.mjs';
import { signatureMs } from './tools/signature.mjs';

/** The most signatures that a PDF may cost. */
const MOST = { 'a4, 5 lines': 3, 'ticket-80, 5 lines': 2.5, 'a4, 500 lines': 30 };
const ROUNDS = 5;
const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
  },
});
const ofPdf = createRequire(path.resolve(import.meta.dirname, '../../packages/pdf/package.json'));
const { PNG } = ofPdf('pngjs');
const WKHTMLTOPDF = 'wkhtmltopdf';

const works = {
  'a4, 5 lines': [200, each(5, 'a4')],
  'ticket-80, 5 lines': [200, each(5, 'ticket-80')],
  'a4, 500 lines': [10, each(500, 'a4')],
  ...(spawnSync(WKHTMLTOPDF, ['--version']).status === 0 && {
    'wkhtmltopdf, 5 lines': [2, () => printed(html(document(5)))],
    'wkhtmltopdf, 500 lines': [1, () => printed(html(document(500)))],
  }),
};

const say = (text) => options.json || console.log(text);
say(
  `${os.cpus()[0]?.model ?? os.arch()}, ${os.cpus().length} cores, Node ` +
    `${process.version}; CPU of every thread and child, for one`,
);
const results = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
const signatures = [];
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, [count, work]] of Object.entries(works)) {
    const signature = signatureMs();
    const cost = cpu(count, work);
    if (round === 0) continue; // warms up
    signatures.push(signature);
    results[name].push({ cost, ratio: cost / signature });
  }
say(`${'an RSA-2048 signature'.padEnd(30)} ${median(signatures).toFixed(2)} ms`);
const ratios = {};
for (const [name, costs] of Object.entries(results)) {
  const limit = MOST[name] ? ` (at most ${MOST[name]})` : '';
  const [ms, ratio] = ['cost', 'ratio'].map((key) => median(costs.map((each) => each[key])));
  ratios[name] = ratio;
  say(
    `${name.padEnd(30)} ${ms.toFixed(2).padStart(7)} ms = ${ratio.toFixed(1)} signatures${limit}`,
  );
}
if (options.json) console.log(JSON.stringify({ signatures: ratios }, null, 2));
if (Number(options.documents) > 0) memory(Number(options.documents));

/** Draws a different document in each call, as a worker does. */
function each(lines, format) {
  const different = Array.from({ length: 50 }, (_, number) => document(lines, number + 1));
  let at = 0;
  return () => drawPdf(different[at++ % different.length], format);
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
  const before = treeMs(process.pid);
  for (let i = 0; i < count; i += 1) work();
  return (treeMs(process.pid) - before) / count;
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
