/** The headline names the gravest problem, leads to it, and promises nothing that is stopped. */
import { expect, test } from '@jest/globals';
import type { AuthorityFacts, IssuerFacts, ProcessRow, SystemStats } from '@rafaga/db';
import type { HealthFacts } from './healthFacts.js';
import { CAUSES, type Cause } from './healthProblem.js';
import { healthVerdict } from './healthVerdict.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const DAY_S = 86_400;

/** Facts that a case changes: every part is there. */
interface Draft extends HealthFacts {
  stats: SystemStats;
  queues: HealthFacts['queues'];
  own: HealthFacts['own'][number][];
}

const stats = (): SystemStats => ({
  at: NOW,
  lastIssued: before(1),
  lastSettled: before(1),
  issued: [],
  settled: [],
  open: 3,
  oldest: before(5),
  review: 0,
  withoutCdr: 0,
  expiring: 0,
  loginAlarms: 0,
  processes: [aProcess()],
  issuers: [],
  unlistedIssuers: [],
  authorities: [{ authority: 'production', answered: 90, rejected: 0, away: 0, nextTry: null }],
});
const aProcess = (change: Partial<ProcessRow> = {}): ProcessRow => ({
  kind: 'worker',
  name: 'caja-1',
  startedAt: before(900),
  seenAt: before(2),
  progressAt: null,
  load: null,
  version: null,
  conditions: [],
  ...change,
});
const issuer = (change: Partial<IssuerFacts>): IssuerFacts => ({
  ruc: '20123456786',
  legalName: 'Bodega Sol',
  authority: 'production',
  answered: 0,
  rejected: 0,
  pending: 0,
  review: 0,
  today: 0,
  overdue: 0,
  late: 0,
  lateSince: null,
  slow: 0,
  pausedUntil: null,
  pauseReason: null,
  certificateUntil: null,
  ...change,
});
const wellFacts = (): Draft => ({
  now: NOW,
  stats: stats(),
  stale: false,
  queues: {},
  emissionPaused: false,
  own: [],
  restoring: false,
});

const addIssuer = (change: Partial<IssuerFacts>) => (facts: Draft) => {
  facts.stats.issuers.push(issuer(change));
};
const authority = (change: Partial<AuthorityFacts>) => (facts: Draft) => {
  Object.assign(facts.stats.authorities[0] as AuthorityFacts, change);
};
const condition = (word: string, text: string) => ({ word, text, since: before(20) });
const own = (word: string, text: string, remedy?: string) => (facts: Draft) => {
  facts.own.push({ ...condition(word, text), ...(remedy && { remedy }) });
};
const PASSWORD = 'clave SOL equivocada';
const FOR_EVER = new Date('9999-12-31T00:00:00Z');

interface Case {
  cause: Cause;
  severity: 'bad' | 'warn';
  says: RegExp;
  path: string;
  change(facts: Draft): void;
}
const ONE = '?ruc=20123456786';

const CASES: Readonly<Record<string, Case>> = {
  'a restoration is open': {
    cause: 'restoration',
    severity: 'bad',
    says: /No se emite ni se envía nada/,
    path: '/restauracion',
    change: (facts) => Object.assign(facts, { restoring: true }),
  },
  'many attempts to sign in as two users failed': {
    cause: 'logins',
    severity: 'warn',
    says: /intentos repetidos de ingresar como 2 personas/,
    path: '/auditoria?que=user.login_alarm',
    change: (facts) => Object.assign(facts.stats, { loginAlarms: 2 }),
  },
  'the panel gets no answer from PostgreSQL': {
    cause: 'postgres',
    severity: 'bad',
    says: /PostgreSQL no responde desde las 09:59:40\./,
    path: '/colas#procesos',
    change: own('postgres', 'PostgreSQL no responde'),
  },
  'a worker has written no heartbeat for 31 s': {
    cause: 'process',
    severity: 'bad',
    says: /El procesador caja-2 no da señales, desde hace 31 s\. Reinícialo: (?!.*Lo dice)/,
    path: '/colas#procesos',
    change: ({ stats }) => stats.processes.push(aProcess({ name: 'caja-2', seenAt: before(31) })),
  },
  'the API cannot write its files': {
    cause: 'process',
    severity: 'bad',
    says: /No hay espacio, desde hace 20 s\. Lo dice: caja-3\./,
    path: '/colas#procesos',
    change: ({ stats }) =>
      stats.processes.push(
        aProcess({
          kind: 'api',
          name: 'caja-3',
          conditions: [condition('archivos_sin_espacio', 'No hay espacio')],
        }),
      ),
  },
  'the API finds Redis full': {
    cause: 'process',
    severity: 'warn',
    says: /Redis está lleno/,
    path: '/colas#procesos',
    change: ({ stats }) =>
      stats.processes.push(
        aProcess({
          kind: 'api',
          name: 'caja-4',
          conditions: [condition('redis_lleno', 'Redis está lleno')],
        }),
      ),
  },
  'no worker lives': {
    cause: 'workers',
    severity: 'bad',
    says: /Ningún procesador trabaja y hay 3 comprobantes por enviar/,
    path: '/colas#procesos',
    change: ({ stats }) => {
      stats.processes = stats.processes.filter(({ name }) => name !== 'caja-1');
    },
  },
  'a term ends today': {
    cause: 'deadline',
    severity: 'bad',
    says: /Bodega Sol: 2 comprobantes deben llegar a SUNAT hoy/,
    path: `/salud/plazo${ONE}`,
    change: addIssuer({ today: 2 }),
  },
  'a term ended': {
    cause: 'deadline',
    severity: 'bad',
    says: /el plazo de SUNAT para 1 comprobante ya venció/,
    path: `/salud/plazo${ONE}`,
    change: addIssuer({ overdue: 1 }),
  },
  'every answer is a rejection': {
    cause: 'rejections',
    severity: 'bad',
    says: /Bodega Sol: SUNAT rechazó 15 de 15 comprobantes en los últimos 10 minutos/,
    path: `/salud/rechazos${ONE}`,
    change: addIssuer({ answered: 15, rejected: 15 }),
  },
  'many answers among more are rejections': {
    cause: 'rejections',
    severity: 'bad',
    says: /rechazó 20 de 400 comprobantes/,
    path: `/salud/rechazos${ONE}`,
    change: addIssuer({ answered: 400, rejected: 20 }),
  },
  'few answers are rejections': {
    cause: 'rejections',
    severity: 'warn',
    says: /rechazó 1 de 90 comprobantes/,
    path: `/salud/rechazos${ONE}`,
    change: addIssuer({ answered: 90, rejected: 1 }),
  },
  'a certificate has expired': {
    cause: 'certificate_expired',
    severity: 'bad',
    says: /Bodega Sol: su certificado venció el 20\/11\/2026\. .*409/,
    path: '/negocios/20123456786',
    change: addIssuer({ certificateUntil: before(DAY_S) }),
  },
  'SUNAT refuses the password of a business, and documents wait': {
    cause: 'paused',
    severity: 'bad',
    says: /Bodega Sol: su envío a SUNAT está en pausa; 3 esperan\. Motivo: clave SOL equivocada\./,
    path: `/salud/en-pausa${ONE}`,
    change: addIssuer({ pausedUntil: before(-1_800), pauseReason: PASSWORD, pending: 3 }),
  },
  'a person has paused a business': {
    cause: 'paused',
    severity: 'warn',
    says: /está en pausa; 1 espera\. .*hasta que una persona lo reanude/,
    path: `/salud/en-pausa${ONE}`,
    change: addIssuer({ pausedUntil: FOR_EVER, pauseReason: 'mudanza', pending: 1 }),
  },
  'a business is paused and nothing waits': {
    cause: 'paused',
    severity: 'warn',
    says: /está en pausa\. .*Se prueba otra vez a las 10:30:00/,
    path: '/negocios/20123456786',
    change: addIssuer({ pausedUntil: before(-1_800), pauseReason: PASSWORD }),
  },
  'documents wait long, and not for SUNAT': {
    cause: 'late',
    severity: 'bad',
    says: /Bodega Sol: 3 comprobantes esperan desde hace 6 min\. .*algo nuestro/,
    path: `/salud/detenidos${ONE}`,
    change: addIssuer({ late: 3, slow: 3, lateSince: before(360) }),
  },
  'the queue is paused': {
    cause: 'queue_paused',
    severity: 'warn',
    says: /La cola está en pausa: 3 comprobantes por enviar/,
    path: '/colas',
    change: (facts) => Object.assign(facts, { emissionPaused: true }),
  },
  'SUNAT does not answer': {
    cause: 'away',
    severity: 'warn',
    says: /No se llega a SUNAT: 3 comprobantes esperan\. .*Se prueba otra vez a las 10:00:05/,
    path: '/salud/sin-respuesta?autoridad=production',
    change: authority({ away: 3, nextTry: before(-5) }),
  },
  'the panel gets no answer from Redis': {
    cause: 'redis',
    severity: 'warn',
    says: /Redis no responde: carga sus datos, desde las 09:59:40\. .*más despacio\. Espera\./,
    path: '/colas#procesos',
    change: own('redis', 'Redis no responde: carga sus datos', 'Espera'),
  },
  'a person must decide': {
    cause: 'review',
    severity: 'warn',
    says: /Bodega Sol: 1 referencia está en revisión.*qué pasó con ella\./,
    path: `/salud/revision${ONE}`,
    change: addIssuer({ review: 1 }),
  },
  'documents wait for more than a minute': {
    cause: 'slow',
    severity: 'warn',
    says: /2 comprobantes esperan más de un minuto/,
    path: `/salud/lentos${ONE}`,
    change: addIssuer({ slow: 2 }),
  },
  'a certificate expires within a week': {
    cause: 'certificate_near',
    severity: 'warn',
    says: /su certificado vence el 24\/11\/2026/,
    path: '/negocios/20123456786',
    change: addIssuer({ certificateUntil: before(-3 * DAY_S) }),
  },
};

const factsWith = (...cases: Case[]): Draft => {
  const facts = wellFacts();
  for (const { change } of cases) change(facts);
  return facts;
};
const said = ({ sentence, detail }: { sentence: string; detail: string }) =>
  `${sentence} ${detail}`;

test.each(Object.entries(CASES))('when %s, the headline names it and leads to it', (_, one) => {
  const verdict = healthVerdict(factsWith(one));
  expect(verdict.problems).toHaveLength(1);
  expect(verdict).toMatchObject({ severity: one.severity, link: { path: one.path } });
  expect(said(verdict)).toMatch(one.says);
  expect(verdict.word).toBe(one.severity === 'bad' ? 'falla' : 'atención');
});

test('one document that waits is told as one', () => {
  const facts = wellFacts();
  addIssuer({ late: 1, slow: 1, lateSince: before(360) })(facts);
  expect(said(healthVerdict(facts))).toMatch(
    /1 comprobante espera desde hace 6 min\. No espera a SUNAT: algo nuestro lo detiene\./,
  );
});

const names = Object.keys(CASES);
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));

/** PostgreSQL tells all but these. */
const WITHOUT_POSTGRES: readonly Cause[] = ['restoration', 'postgres', 'redis'];
/** Explained by what stops all sending. */
const WAITING: readonly Cause[] = ['late', 'slow'];

/** What of a pair must be named. */
function namedOf(both: readonly Case[]): readonly Case[] {
  const causes = both.map(({ cause }) => cause);
  if (causes.includes('postgres'))
    return both.filter(({ cause }) => WITHOUT_POSTGRES.includes(cause));
  if (causes.includes('restoration') || causes.includes('queue_paused'))
    return both.filter(({ cause }) => !WAITING.includes(cause));
  return both;
}

/** Documents that wait too long make grave what else is only announced. */
const severityIn = (one: Case, named: readonly Case[]): 'bad' | 'warn' =>
  named.some(({ cause }) => cause === 'late') && /^(process|redis)$/.test(one.cause)
    ? 'bad'
    : one.severity;

test.each(pairs)('when %s and %s, both are named and the graver one leads', (one, other) => {
  const both = [CASES[one as string], CASES[other as string]] as [Case, Case];
  const named = namedOf(both);
  const { problems, severity, sentence } = healthVerdict(factsWith(...both));
  const found = problems.map(({ cause, severity }) => `${cause} ${severity}`).sort();
  expect(found).toEqual(named.map((each) => `${each.cause} ${severityIn(each, named)}`).sort());
  expect(severity).toBe(found.some((each) => each.endsWith('bad')) ? 'bad' : 'warn');
  const [gravest] = problems;
  expect(gravest?.severity).toBe(severity);
  const rank = (cause: Cause) => CAUSES.indexOf(cause);
  for (const each of problems.filter((each) => each.severity === severity))
    expect(rank(gravest?.cause as Cause)).toBeLessThanOrEqual(rank(each.cause));
  expect(sentence).not.toMatch(/Todo avanza/);
});

const STOPS: readonly Cause[] = ['restoration', 'queue_paused', 'workers'];
const stopped = pairs.filter((pair) =>
  pair.some((name) => STOPS.includes((CASES[name as string] as Case).cause)),
);

test.each(stopped)('when %s and %s, nothing is said to be sent by itself', (one, other) => {
  const both = [CASES[one as string], CASES[other as string]] as [Case, Case];
  for (const { text, advice } of healthVerdict(factsWith(...both)).problems)
    expect(`${text} ${advice}`).not.toMatch(/solos|Se prueba otra vez|los envíos siguen/);
});

test('documents that wait for SUNAT are sent when every stop has ended', () => {
  const facts = factsWith(CASES['SUNAT does not answer'] as Case);
  Object.assign(facts, { emissionPaused: true });
  facts.stats.processes = [];
  const said = healthVerdict(facts).problems.find(({ cause }) => cause === 'away');
  expect(said?.advice).toBe(
    'No se pierde nada: se enviarán cuando alguien reanude la cola de emisión y haya un ' +
      'procesador en marcha.',
  );
});

test('documents are sent when a worker can store files, and at once while another one can', () => {
  const facts = factsWith(CASES['SUNAT does not answer'] as Case);
  const said = () => healthVerdict(facts).problems.find(({ cause }) => cause === 'away')?.advice;
  const conditions = [condition('archivos_solo_lectura', 'No se puede escribir')];
  facts.stats.processes = [aProcess({ conditions })];
  expect(said()).toBe('No se pierde nada: se enviarán cuando se puedan guardar archivos.');
  facts.stats.processes.push(aProcess({ name: 'caja-2' }));
  expect(said()).not.toContain('archivos');
});

test('without a problem all is well, with what is on its way', () => {
  expect(healthVerdict(wellFacts())).toMatchObject({
    severity: 'good',
    word: 'bien',
    sentence: 'Todo avanza.',
    detail: '3 comprobantes en camino.',
    problems: [],
  });
  const facts = wellFacts();
  facts.stats.open = 0;
  expect(healthVerdict(facts).detail).toBe('No hay nada pendiente de SUNAT.');
});

test('without a worker the verdict is not good although nothing waits', () => {
  const facts = wellFacts();
  Object.assign(facts.stats, { open: 0, processes: [] });
  const verdict = healthVerdict(facts);
  expect([verdict.severity, verdict.sentence]).toEqual([
    'warn',
    'Ningún procesador trabaja: lo que se emita no se enviará a SUNAT.',
  ]);
});

test('one read that PostgreSQL did not answer changes nothing; after 30 s it is named', () => {
  const facts = { ...wellFacts(), stale: true };
  expect(healthVerdict(facts).severity).toBe('good');
  facts.stats.at = before(31);
  expect(healthVerdict(facts)).toMatchObject({
    severity: 'bad',
    sentence: 'PostgreSQL no responde desde las 09:59:29.',
  });
});

test('old statistics give no colour, and none at all name PostgreSQL', () => {
  const facts = wellFacts();
  facts.stats.at = before(31);
  expect(healthVerdict(facts)).toMatchObject({
    severity: 'calm',
    word: 'sin datos',
    detail: 'Los de abajo son de hace 31 s.',
  });
  expect(healthVerdict({ ...facts, stats: undefined, stale: true })).toMatchObject({
    severity: 'bad',
    sentence: 'PostgreSQL no responde.',
  });
});

test('rejections of several businesses are those of their authority, and each is listed', () => {
  const facts = wellFacts();
  for (const ruc of ['20000000001', '20000000002'])
    addIssuer({ ruc, legalName: `Negocio ${ruc}`, answered: 5, rejected: 5 })(facts);
  authority({ answered: 12, rejected: 10 })(facts);
  const verdict = healthVerdict(facts);
  expect(verdict.sentence).toBe(
    'SUNAT rechazó 10 de 12 comprobantes de 2 negocios en los últimos 10 minutos.',
  );
  expect(verdict.link?.path).toBe('/salud/rechazos?autoridad=production');
  expect(verdict.problems.map(({ key }) => key)).toEqual([
    'authority_rejections production',
    'rejections 20000000001',
    'rejections 20000000002',
  ]);
});

test.each([
  [1, 'Ver cuál', 'ella'],
  [2, 'Ver cuáles', 'cada una'],
])('of %i references in review the link says "%s"', (review, label, which) => {
  const facts = wellFacts();
  addIssuer({ review })(facts);
  const { link, detail } = healthVerdict(facts);
  expect(link?.label).toBe(label);
  expect(detail).toBe(`Una persona debe decidir qué pasó con ${which}.`);
});

test('a pause that SUNAT caused says what ends it; one of a person does not', () => {
  const of = (pausedUntil: Date, pauseReason: string) => {
    const facts = wellFacts();
    addIssuer({ pausedUntil, pauseReason, pending: 1 })(facts);
    return healthVerdict(facts).detail;
  };
  expect(of(before(-1_800), '0102: Usuario incorrecto')).toMatch(
    /Corrige el usuario y la clave SOL secundarios.*la pausa termina\.$/,
  );
  expect(of(FOR_EVER, 'mudanza')).toMatch(/hasta que una persona lo reanude\.$/);
});

test('one cause of several businesses is one headline, which leads to all of them', () => {
  const facts = wellFacts();
  for (const ruc of ['20000000001', '20000000002', '20000000003'])
    addIssuer({ ruc, certificateUntil: before(60) })(facts);
  addIssuer({ review: 1 })(facts);
  expect(healthVerdict(facts)).toMatchObject({
    sentence: 'Venció el certificado de 3 negocios.',
    detail: 'Están en la lista de abajo, uno por uno.',
    more: 'Y 1 aviso más, abajo.',
    link: { path: '/salud/certificados-vencidos' },
  });
});

test('nothing is said of a Redis that was not asked, because PostgreSQL never answered', () => {
  const facts = { ...wellFacts(), stats: undefined, stale: true, queues: undefined };
  expect(healthVerdict(facts).problems.map(({ cause }) => cause)).toEqual(['postgres']);
});
