/**
 * Measures the panel among a million documents: how long each search and each page takes, and
 * whether any query plan has a sequential scan of a large table. With --keep the database stays for
 * the next run, because filling it takes minutes.
 *
 * npm run bench -- panel [--documents 1000000] [--businesses 200] [--rounds 300] [--keep] [--json]
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addUser, openSession } from '@rafaga/db';
import { startPanel } from '@rafaga/panel';
import { createLogger } from '@rafaga/runtime';
import { cpuMs, parentOf, treeMs } from './tools/cpu.mjs';
import {
  recordStatements,
  sampleDocuments,
  sequentialScans,
  tablesAbove,
} from './tools/dataset.mjs';
import { dropDatabase, filledDatabase } from './tools/filledDatabase.mjs';
import { openDb } from './tools/openDb.mjs';
import { percentile } from './tools/percentile.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    businesses: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '300' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const documents = Number(values.documents);
const rounds = Number(values.rounds);
/** PostgreSQL rightly reads a smaller table whole: an index would cost more. */
const LARGE = 10_000;
const say = (text) => values.json || console.log(text);

const name = `bench_${documents}`;

// one document in a thousand is stuck
const { databaseUrl, seconds: filled } = await filledDatabase(
  name,
  { documents, businesses: Number(values.businesses), stuckEvery: 1_000, months: true },
  values,
);
const db = openDb(databaseUrl, { max: 2 });
const panel = await startPanel(
  {
    databaseUrl,
    redisServers: process.env.REDIS_URL,
    filesDir: path.join(tmpdir(), 'rafaga-bench-panel'),
    host: '127.0.0.1',
    port: 0,
    url: '',
    secretKeys: { master: [randomBytes(32)] },
    pepper: randomBytes(32),
    secondFactor: 'optional',
    simulatorUrl: 'http://127.0.0.1:9',
    allowPrivate: [],
    apiUrl: 'http://127.0.0.1:3000',
    proxies: 0,
    maxConnections: 1_000,
    production: false,
  },
  createLogger('panel', { level: 'error' }),
);
const cookie = randomBytes(32).toString('base64url');
const { id: user } = await addUser(
  db,
  { actor: 'bench' },
  { email: `${cookie}@bench.pe`.toLowerCase(), name: 'Medida', role: 'admin' },
);
await openSession(db, {
  id: createHash('sha256').update(cookie).digest(),
  userId: user,
  stage: 'authenticated',
  after: { passwordHash: null, totpSecret: null },
});

const postmaster = parentOf((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
const clock = () => [cpuMs(process.pid), treeMs(postmaster)];

const headers = { Cookie: `rafaga_panel=${cookie}` };

/** @returns the milliseconds, the target of a redirect, and the page */
async function open(at) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${panel.port}${at}`, {
    headers,
    redirect: 'manual',
  });
  const html = await answer.text();
  const took = performance.now() - began;
  if (answer.status >= 400) throw new Error(`${at}: ${answer.status}`);
  return { took, to: answer.headers.get('location') ?? '', html };
}

const some = await sampleDocuments(databaseUrl, rounds);
const ordinary = some.map((each) => ({
  ...each,
  shown: `${each.kind === 'boleta' ? 'B001' : 'F001'}-${each.number}`,
}));
const q = (text) => `/buscar?q=${encodeURIComponent(text)}`;
const { recorded, stop } = recordStatements();

const SEARCHES = {
  'búsqueda por referencia': [({ key }) => q(key), ({ id }) => `/referencias/${id}`],
  'por número (B001-123)': [({ shown }) => q(shown)],
  'por RUC y número': [({ ruc, shown }) => q(`${ruc}-${shown}`), ({ id }) => `/referencias/${id}`],
  'por id': [({ id }) => q(id), ({ id }) => `/referencias/${id}`],
  'por trabajo (d-id-1)': [({ id }) => q(`d-${id}-1`), ({ id }) => `/referencias/${id}`],
  'por RUC': [({ ruc }) => q(ruc), ({ ruc }) => `/negocios/${ruc}`],
  'por código de solicitud': [({ request }) => q(request), ({ id }) => `/referencias/${id}`],
  'por el QR de un comprobante': [
    ({ ruc, kind, number, shown }) =>
      q(`${ruc}|${kind === 'boleta' ? '03' : '01'}|${shown.slice(0, 4)}|${number}|18.00|118.00|`),
    ({ id }) => `/referencias/${id}`,
  ],
  'por documento del cliente': [
    ({ client }) => q(client),
    ({ client }) => `/referencias?ver=emitidas&cliente=${client}`,
  ],
  'lo emitido a un cliente': [({ client }) => `/referencias?ver=emitidas&cliente=${client}`],
  'por monto': [() => q('118.00'), () => '/referencias?ver=emitidas&monto=118.00'],
  'por un nombre que todos tienen': [
    () => q('quispe nahui'),
    () => '/referencias?ver=emitidas&cliente=quispe+nahui',
  ],
  'la página de una referencia': [({ id }) => `/referencias/${id}`],
};
// warm up: compiles code, opens connections, prepares statements
for (const { key } of ordinary.slice(0, 40)) await open(q(key));
const lines = [];
for (const [what, [from, to]] of Object.entries(SEARCHES)) {
  const times = [];
  const before = clock();
  for (const one of ordinary) {
    const { took, to: led, html } = await open(from(one));
    if (to ? led !== to(one) : !html.includes('/referencias/'))
      throw new Error(`${from(one)} does not lead to ${to?.(one) ?? one.id}`);
    times.push(took);
  }
  const cpu = clock().map(
    (after, at) => Math.round(((after - before[at]) / times.length) * 10) / 10,
  );
  lines.push({ what, ...spread(times), cpu });
}

const links = (html) =>
  [...html.matchAll(/href="(\/referencias\?[^"]*)"/g)].map(([, at]) => at.replaceAll('&amp;', '&'));
/** The pages that the health of the panel leads to. */
const CAUSES = [
  ...['plazo', 'rechazos', 'detenidos', 'lentos', 'sin-respuesta', 'revision', 'en-pausa'],
  ...['pausados', 'certificados-vencidos', 'certificados-por-vencer', 'certificados-del-mes'],
];
const ofChain = some.find(({ key }) => key.startsWith('POS'));
const LISTS = {
  'detenidas, de página en página': '/referencias?ver=detenidas',
  'en revisión': '/referencias?ver=detenidas&motivo=review',
  pendientes: '/referencias?ver=pendientes',
  emitidas: '/referencias?ver=emitidas',
  rechazadas: '/referencias?ver=rechazadas',
  'emitidas de un monto': '/referencias?ver=emitidas&monto=118',
  'aceptadas de un día': '/referencias?ver=emitidas&estado=aceptado&del=2026-06-01&al=2026-06-02',
  'emitidas de la cadena': `/referencias?ver=emitidas&ruc=${ofChain.ruc}`,
};
for (const [what, first] of Object.entries(LISTS)) {
  const times = [];
  let at = first;
  for (const way of ['desde=', 'hasta=']) {
    for (let page = 0; page < 15; page++) {
      const { took, html } = await open(at);
      times.push(took);
      const next = links(html).find((link) => link.includes(way));
      if (!next) break;
      at = next;
    }
  }
  lines.push({ what, ...spread(times) });
}
for (const [what, at] of Object.entries({
  Inicio: '/inicio',
  Colas: '/colas',
  SUNAT: '/sunat',
  Negocios: '/negocios',
  'Negocios por errores': '/negocios?orden=errores',
  'Negocios por certificado': '/negocios?orden=certificado',
  'Un negocio': `/negocios/${ofChain.ruc}`,
  'Su registro': `/negocios/${ofChain.ruc}/registro?codigo=datos_invalidos`,
  Actividad: '/actividad',
  'Actividad de un mes': '/actividad?periodo=30d',
  'Cambios de ley': '/ley',
  Operaciones: '/operaciones',
  'Plan de una operación': '/operaciones/nueva?motivo=unknown_code&codigo=9999',
  ...Object.fromEntries(CAUSES.map((cause) => [`Salud: ${cause}`, `/salud/${cause}`])),
  Auditoría: '/auditoria',
  'Auditoría de un negocio': `/auditoria?ruc=${ofChain.ruc}`,
  'Auditoría sin resultados': '/auditoria?que=series.add',
  'Auditoría de un día': '/auditoria?del=2026-06-01',
  'un día': q('01/06/2026'),
  'un número que nadie tiene': q('B001-99999999'),
  'el comienzo de una referencia': q(some[0].key.slice(0, 5)),
})) {
  const times = [];
  for (let time = 0; time < 20; time++) times.push((await open(at)).took);
  lines.push({ what, ...spread(times) });
}
const csv = await downloadRows('/referencias.csv?ver=emitidas', Math.min(documents, 100_000));
// no reference matches: the search reads the newest documents for one of that client
const nowhere = [];
for (let time = 0; time < 20; time++) nowhere.push((await open(q(`9999${1_000 + time}`))).took);
lines.push({ what: 'documento de un cliente que no está', ...spread(nowhere) });
stop();

/**
 * Reads the first rows of a CSV, and leaves the rest.
 * @returns the rows, the seconds, and by how many megabytes the process grew at most in the first
 *   fifth and in the rest; the client runs in it too
 */
async function downloadRows(at, most) {
  let grown = peakGrowth();
  let firstMb;
  const began = performance.now();
  const abort = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${panel.port}${at}`, {
    headers,
    signal: abort.signal,
  });
  let rows = -1;
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === 10) rows++;
    if (firstMb === undefined && rows >= most / 5) {
      firstMb = grown();
      grown = peakGrowth();
    }
    if (rows >= most) break;
  }
  abort.abort();
  return { rows, seconds: (performance.now() - began) / 1_000, firstMb, restMb: grown() };
}

/** @returns a function that ends the measurement and gives the growth of the RSS in megabytes */
function peakGrowth() {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.round((most - before) / 2 ** 20);
  };
}

const large = await tablesAbove(databaseUrl, LARGE);
const read = (await sequentialScans(databaseUrl, recorded.values())).filter(({ table }) =>
  large.has(table),
);
const { rows: sizes } = await db.pool.query(
  `SELECT c.relname AS index, pg_size_pretty(pg_relation_size(c.oid)) AS size
    FROM pg_class c
    JOIN pg_index i ON i.indexrelid = c.oid
    JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relname IN ('documents', 'references') ORDER BY 1`,
);

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => Math.round(percentile(sorted, part) * 10) / 10;
  return { count: times.length, p50: at(0.5), p95: at(0.95), most: at(1) };
}

if (values.json)
  console.log(
    JSON.stringify(
      { documents, filled, lines, csv, statements: recorded.size, sequentialScans: read, sizes },
      null,
      2,
    ),
  );
say(
  `${cpus()[0].model} × ${cpus().length}, Node ${process.version}; ${documents} ` +
    `documentos${filled ? `, llenados en ${Math.round(filled)} s` : ''}`,
);
// wall-clock time depends on the load of the machine; CPU time does not (the panel's includes that
// of the client, which runs in the same process)
for (const { what, count, p50, p95, most, cpu } of lines)
  say(
    `${what.padEnd(38)} ${String(count).padStart(4)} veces  p50 ${String(p50).padStart(6)} ` +
      ` p95 ${String(p95).padStart(6)}  máximo ${String(most).padStart(6)} ` +
      `ms${cpu ? `  CPU: panel ${cpu[0]}, PostgreSQL ${cpu[1]} ms` : ''}`,
  );
say(
  `CSV de ${csv.rows} filas: ${csv.seconds.toFixed(1)} s, el proceso creció como mucho ` +
    `${csv.firstMb} MB en la primera quinta parte y ${csv.restMb} MB en el resto`,
);
say(
  `${recorded.size} sentencias; leen entera una tabla de más de ${LARGE} filas: ` +
    `${read.length === 0 ? 'ninguna' : JSON.stringify(read, null, 2)}`,
);
say(sizes.map(({ index, size }) => `${index} ${size}`).join(', '));
await panel.stop();
await db.close();
if (!values.keep) await dropDatabase(name);
if (read.length > 0) process.exitCode = 1;
