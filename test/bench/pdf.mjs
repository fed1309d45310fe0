/** What a PDF costs in CPU, beside pdfkit as it is commonly used, in the same run; and whether memory stays flat. Argument: how many for that. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { price } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';

const MOST = { 'a4, 5 lines': 16, 'ticket-80, 5 lines': 13, 'a4, 500 lines': 190 };
const ROUNDS = 5;
const rest = Number(process.argv[2] ?? 10_000);
const PDFDocument = createRequire(path.resolve(import.meta.dirname, '../../packages/pdf/package.json'))('pdfkit');

const few = document(5);
const many = document(500);
const works = {
  'a4, 5 lines': [100, () => drawPdf(few, 'a4')],
  'ticket-80, 5 lines': [100, () => drawPdf(few, 'ticket-80')],
  'a4, 500 lines': [10, () => drawPdf(many, 'a4')],
  'pdfkit, 5 lines': [50, () => plain(few)],
  'pdfkit, 500 lines': [5, () => plain(many)],
};
const results = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, [count, work]] of Object.entries(works)) {
    const cost = await cpu(count, work);
    if (round > 0) results[name].push(cost); // the first one warms up
  }
for (const [name, costs] of Object.entries(results)) {
  const limit = MOST[name] ? ` (at most ${MOST[name]})` : '';
  console.log(`${name.padEnd(20)} ${median(costs).toFixed(1).padStart(6)} ms CPU${limit}`);
}

const before = await resident();
for (let at = 0; at < rest; at += 1) await drawPdf(document(5, at), at % 2 ? 'a4' : 'ticket-80');
const after = await resident();
console.log(`${rest} different ones: resident memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);

/** Milliseconds of every thread of this process, for one. */
async function cpu(count, work) {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i += 1) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / count;
}

/** After a while in which garbage is gathered. */
async function resident() {
  for (let i = 0; i < 200; i += 1) await drawPdf(few, 'a4');
  return process.memoryUsage.rss() / 1e6;
}

/** The same lines with pdfkit's own text and Helvetica, not embedded: no logo, no QR, no care for page breaks. */
function plain({ priced, issuer }) {
  return new Promise((resolve) => {
    const doc = new PDFDocument({ size: 'A4', margin: 34 });
    const chunks = [];
    doc.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    doc.fontSize(12).text(issuer.legalName).text(`RUC ${issuer.ruc}`).fontSize(9).moveDown();
    for (const { line, total } of priced.lines) {
      const y = doc.y > 780 ? doc.addPage().y : doc.y;
      doc.text(line.quantity, 34, y, { width: 40, align: 'right' }).text(line.code, 80, y).text(line.description, 140, y, { width: 280 });
      doc.text(line.unitPrice, 430, y, { width: 60, align: 'right' }).text(String(total), 500, y, { width: 60, align: 'right' });
    }
    doc.end();
  });
}

function document(count, number = 1) {
  const sale = {
    kind: 'boleta',
    series: 'B001',
    issueDate: '2026-03-01',
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: { documentType: '1', document: '12345678', name: `Ana Quispe Mamani ${number}` },
    lines: Array.from({ length: count }, (_, at) => ({
      code: `P${String(at + number).padStart(5, '0')}`,
      description: `Producto de prueba número ${at}, presentación de ${(at + number) % 7} unidades`,
      unit: 'NIU',
      quantity: String(1 + (at % 9)),
      unitPrice: `${1 + (at % 50)}.${String(at % 100).padStart(2, '0')}`,
      affectation: '10',
      allowances: [],
    })),
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
  };
  return {
    priced: price(sale),
    issuer: { ruc: '20123456786', legalName: 'Bodega Ráfaga S.A.C.', address: 'Av. Arequipa 123, Lima' },
    number,
    createdAt: new Date('2026-03-01T15:00:00Z'),
    digest: 'rW5UBmYhSqJBBmbTrdzGkGBQ8yQ=',
    qr: `20123456786|03|B001|${number}|1.00|10.00|2026-03-01|1|12345678|`,
    state: 'accepted',
    design: {},
  };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
