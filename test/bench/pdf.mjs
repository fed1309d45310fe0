/**
 * Measures the CPU of a PDF beside pdfkit as it is commonly used and, if installed, wkhtmltopdf;
 * then draws --documents different PDFs to show whether memory grows (0: skips this part).
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

const MOST = { 'a4, 5 lines': 16, 'ticket-80, 5 lines': 13, 'a4, 500 lines': 190 };
const ROUNDS = 5;
const { values: options } = parseArgs({
  options: { documents: { type: 'string', default: '10000' } },
});
const ofPdf = createRequire(path.resolve(import.meta.dirname, '../../packages/pdf/package.json'));
const PDFDocument = ofPdf('pdfkit');
const { PNG } = ofPdf('pngjs');
const WKHTMLTOPDF = 'wkhtmltopdf';
const TTF = ofPdf.resolve(
  '@expo-google-fonts/ibm-plex-sans-condensed/400Regular/IBMPlexSansCondensed_400Regular.ttf',
);

const few = document(5);
const many = document(500);
const works = {
  'a4, 5 lines': [100, () => drawPdf(few, 'a4')],
  'ticket-80, 5 lines': [100, () => drawPdf(few, 'ticket-80')],
  'a4, 500 lines': [10, () => drawPdf(many, 'a4')],
  'pdfkit, Helvetica, 5 lines': [50, () => plain(few)],
  'pdfkit, Helvetica, 500 lines': [5, () => plain(many)],
  'pdfkit, a TTF, 5 lines': [20, () => plain(few, TTF)],
  'pdfkit, a TTF, 500 lines': [3, () => plain(many, TTF)],
  ...(spawnSync(WKHTMLTOPDF, ['--version']).status === 0 && {
    'wkhtmltopdf, 5 lines': [2, () => printed(html(few))],
    'wkhtmltopdf, 500 lines': [1, () => printed(html(many))],
  }),
};

console.log(
  `${os.cpus()[0]?.model ?? os.arch()}, ${os.cpus().length} cores, Node ` +
    `${process.version}; CPU of every thread and child, for one`,
);
const results = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, [count, work]] of Object.entries(works)) {
    const cost = await cpu(count, work);
    if (round > 0) results[name].push(cost); // the first one warms up
  }
for (const [name, costs] of Object.entries(results)) {
  const limit = MOST[name] ? ` (at most ${MOST[name]})` : '';
  console.log(`${name.padEnd(30)} ${median(costs).toFixed(1).padStart(7)} ms${limit}`);
}
if (Number(options.documents) > 0) await memory(Number(options.documents));

/** Draws different documents in all formats, with more logos than are cached. */
async function memory(count) {
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
  const draw = async (from, to) => {
    for (let at = from; at < to; at += 1) {
      const design = { logo: logos[at % logos.length], footer: `Gracias, cliente ${at}` };
      await drawPdf({ ...document(5, at), design }, PAPER_FORMATS[at % PAPER_FORMATS.length]);
    }
  };
  let at = 0;
  for (const [when, share] of [
    ['at the start', 0.1],
    ['in the middle', 0.5],
    ['at the end', 1],
  ]) {
    const next = Math.ceil(share * count);
    await draw(at, next);
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
async function cpu(count, work) {
  const before = treeMs(process.pid);
  for (let i = 0; i < count; i += 1) await work();
  return (treeMs(process.pid) - before) / count;
}

/**
 * Draws the same lines with pdfkit's text functions, in Helvetica or in a font that is read for
 * each document, without logo, QR or page layout.
 */
function plain({ priced, issuer }, font = 'Helvetica') {
  return new Promise((resolve) => {
    const doc = new PDFDocument({ size: 'A4', margin: 34, font });
    const chunks = [];
    doc.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    doc.fontSize(12).text(issuer.legalName).text(`RUC ${issuer.ruc}`).fontSize(9).moveDown();
    for (const { line, total } of priced.lines) {
      const y = doc.y > 780 ? doc.addPage().y : doc.y;
      doc
        .text(line.quantity, 34, y, { width: 40, align: 'right' })
        .text(line.code, 80, y)
        .text(line.description, 140, y, { width: 280 });
      doc
        .text(line.unitPrice, 430, y, { width: 60, align: 'right' })
        .text(String(total), 500, y, { width: 60, align: 'right' });
    }
    doc.end();
  });
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
