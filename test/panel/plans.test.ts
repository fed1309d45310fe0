/**
 * The queries of the panel scale: none of their plans reads a whole table that grows with the
 * sales.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  fillDataset,
  recordStatements,
  type SampledDocument,
  type Statement,
  sampleDocuments,
  sequentialScans,
} from '../bench/tools/dataset.mjs';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import type { Browser } from './browser.js';

const GROWING = [
  'documents',
  'references',
  'outcomes',
  'emissions',
  'attempts',
  'files',
  'audit',
  'refused_requests',
  'operation_items',
  'clients',
  'document_search',
  'archived_documents',
];

let servers: OwnServers;
let panel: TestPanel;
let admin: Browser;
let one: SampledDocument;
let stuck: SampledDocument;
beforeAll(async () => {
  servers = await ownServers();
  await fillDataset(servers.databaseUrl, { documents: 30_000, businesses: 20, stuckEvery: 20 });
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
  admin = await panel.as('admin');
  await fillOperations();
  await fillArchive();
  const some = await sampleDocuments(servers.databaseUrl, 200);
  [one, stuck] = [some.find(({ open }) => !open), some.find(({ open }) => open)] as [
    SampledDocument,
    SampledDocument,
  ];
}, 180_000);
afterAll(async () => {
  await panel.stop();
  await servers.drop();
});

/** Operations on all documents, so that no plan may read their items as a whole. */
async function fillOperations(): Promise<void> {
  const { id } = await panel.person('operator');
  const { pool } = panel.db;
  await pool.query(
    `INSERT INTO operations (id, token, action, selection, reason, state, proposed_by, canary,
        canary_passed, ended_at)
      SELECT id, gen_random_uuid(), 'resume', 'todas', 'prueba', 'finished', $1, 1, true, now()
      FROM generate_series(1, 30) AS id`,
    [id],
  );
  await pool.query(`INSERT INTO operation_items
    SELECT 1 + place % 30, 1 + place / 30, id, 0, 'done', NULL, now()
    FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM documents) AS d`);
  await pool.query('ANALYZE operations, operation_items');
}

/** Bundles of a month that counts as detached have all documents: no plan may read them whole. */
async function fillArchive(): Promise<void> {
  await panel.db.pool.query(`
    WITH bundle AS (
      INSERT INTO archive_bundles (business_id, month, sequence, object_key, sha256, bytes,
        documents, signer)
      VALUES (1, '2026-01', 1, 'archivo/x.zip', sha256('x'), 1, 30000, 'x') RETURNING id)
    INSERT INTO archived_documents (document_id, business_id, bundle_id, "offset", length, kind,
      series, number)
    SELECT d.id, d.business_id, bundle.id, 0, 1, d.kind, d.series, d.number
    FROM documents d, bundle`);
  await panel.db.pool.query(`INSERT INTO document_months (month, from_id, to_id, documents,
    detached_at) VALUES ('2024-01', 0, first_document_id('2030-01-01'), 30000, now())`);
  await panel.db.pool.query('ANALYZE archived_documents');
}

const numberOf = ({ kind, number }: SampledDocument) =>
  `${kind === 'boleta' ? 'B001' : 'F001'}-${number}`;

/** The queries that run while a page is opened. */
async function asked(paths: readonly string[]): Promise<Statement[]> {
  const { recorded, stop } = recordStatements();
  try {
    for (const path of paths) {
      await admin.open(path);
      expect([path, admin.status]).toEqual([path, 200]);
    }
  } finally {
    stop();
  }
  return [...recorded.values()];
}

const pages: [string, () => string[]][] = [
  ['search by reference', () => [`/buscar?q=${one.key}`, `/buscar?q=${one.key.slice(0, 8)}`]],
  [
    'search by number',
    () => [`/buscar?q=${numberOf(one)}`, `/buscar?q=${one.ruc}-${numberOf(one)}`],
  ],
  ['search by id and job', () => [`/buscar?q=${one.id}`, `/buscar?q=d-${one.id}-1`]],
  ['search by RUC', () => [`/buscar?q=${one.ruc}`]],
  ['search by client', () => ['/buscar?q=10000009', '/buscar?q=quispe', '/buscar?q=nadie+asi']],
  ['search by amount', () => ['/buscar?q=118.00', '/buscar?q=S/+7.77', '/buscar?q=118']],
  [
    'search by QR',
    () => [
      `/buscar?q=${one.ruc}|03|B001|${one.number}|18.00|118.00|`,
      `/buscar?q=${one.ruc}03B001${one.number}18.00118.002026-11-22145678912`,
    ],
  ],
  ['search by day', () => ['/buscar?q=21/11/2026']],
  ['search by request id', () => [`/buscar?q=${one.request}`]],
  [
    'search for what is nowhere',
    () => ['/buscar?q=no-existe-nada', '/buscar?q=99999999', '/buscar?q=B001-99999999'],
  ],
  ['a reference', () => [`/referencias/${one.id}`, `/referencias/${stuck.id}`]],
  ['the home page', () => ['/inicio']],
  ['the queues', () => ['/colas', '/operaciones']],
  [
    'the plan of an operation',
    () => [
      '/operaciones/nueva?motivo=unknown_code&codigo=9999',
      `/operaciones/nueva?referencia=${stuck.id}&accion=descartar`,
      '/operaciones/1?desde=100',
    ],
  ],
  [
    'the causes of the health',
    () =>
      [
        ...['plazo', 'rechazos', 'detenidos', 'lentos', 'sin-respuesta', 'revision', 'en-pausa'],
        ...['pausados', 'certificados-vencidos', 'certificados-por-vencer', 'certificados-del-mes'],
      ].map((cause) => `/salud/${cause}?ruc=${one.ruc}`),
  ],
  ['SUNAT', () => ['/sunat']],
  ['changes of law', () => ['/ley', `/negocios/${one.ruc}/ley`]],
  ['activity', () => ['/actividad', '/actividad?periodo=30d']],
  ['the businesses', () => ['/negocios', `/negocios/${one.ruc}`]],
  [
    'the businesses in an order',
    () => ['/negocios?orden=errores', '/negocios?orden=certificado&certificado=falta'],
  ],
  [
    'its connection and series',
    () => [`/negocios/${one.ruc}/conexion`, `/negocios/${one.ruc}/series`],
  ],
  [
    'the request log',
    () => [`/negocios/${one.ruc}/registro`, `/negocios/${one.ruc}/registro?codigo=datos_invalidos`],
  ],
  [
    'the audit',
    () => [
      ...['/auditoria', `/auditoria?ruc=${one.ruc}`, '/auditoria?quien=admin'],
      ...['/auditoria?que=series.add', '/auditoria?del=2026-01-01', '/auditoria?del=2099-01-01'],
    ],
  ],
];

test.each(pages)('%s: no plan reads a whole table', async (_, paths) => {
  const statements = await asked(paths());
  expect(statements.length).toBeGreaterThan(1);
  const read = await sequentialScans(servers.databaseUrl, statements);
  expect(read.filter(({ table }) => GROWING.includes(table))).toEqual([]);
});

const lists: [string, () => string][] = [
  ['stuck references', () => '/referencias?ver=detenidas'],
  ['stuck references of one reason', () => '/referencias?ver=detenidas&motivo=review'],
  ['stuck references of one business', () => `/referencias?ver=detenidas&ruc=${one.ruc}`],
  ['pending references', () => '/referencias?ver=pendientes'],
  ['issued references', () => '/referencias?ver=emitidas'],
  ['issued references of one series', () => `/referencias?ver=emitidas&ruc=${one.ruc}&serie=B001`],
  ['issued references of one business', () => `/referencias?ver=emitidas&ruc=${one.ruc}`],
  ['references of an amount', () => '/referencias?ver=emitidas&monto=118'],
  ['references of a client by document', () => '/referencias?ver=emitidas&cliente=10000009'],
  ['references of a client by name', () => '/referencias?ver=emitidas&cliente=quispe'],
  ['rejected references', () => '/referencias?ver=rechazadas'],
  ['what is due', () => '/referencias?ver=pendientes&vence=hoy'],
  ['accepted references', () => '/referencias?ver=emitidas&estado=aceptado&tipo=boleta'],
  ['references in review', () => '/referencias?ver=emitidas&estado=revision'],
  ['stuck references of one kind', () => '/referencias?ver=detenidas&tipo=factura'],
];

test.each(lists)(
  '%s: pages lead on and back over the same lines, and no whole table is read',
  async (_, path) => {
    const { recorded, stop } = recordStatements();
    const linesOf = () => admin.links.filter((link) => /^\/referencias\/\d+$/.test(link));
    const link = (name: string) => admin.links.find((each) => each.includes(`${name}=`)) ?? '';
    const seen: string[][] = [];
    await admin.open(path());
    for (let page = 0; page < 3; page++) {
      seen.push(linesOf());
      const next = link('desde');
      if (!next) break;
      await admin.open(next);
    }
    const back: string[][] = [];
    if (seen.length === 3) {
      for (let page = 0; page < 3; page++) {
        await admin.open(link('hasta'));
        back.unshift(linesOf());
      }
      expect(back).toEqual(seen);
      expect(link('hasta')).toBe('');
    }
    stop();
    expect(new Set(seen.flat()).size).toBe(seen.flat().length);
    expect(seen[0]?.length).toBeGreaterThan(0);
    const read = await sequentialScans(servers.databaseUrl, recorded.values());
    expect(read.filter(({ table }) => GROWING.includes(table))).toEqual([]);
  },
);
