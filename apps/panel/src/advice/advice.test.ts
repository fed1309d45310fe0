/** Tests what an operator is advised to do about a document, by its state and history. */
import { describe, expect, test } from '@jest/globals';
import type {
  Compared,
  DocumentSummary,
  PendingEmission,
  ReviewReason,
  WaitClass,
} from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import { REVIEW, WAITING } from '@rafaga/operations';
import { advise } from './advice.js';
import type { Advice, Surroundings } from './sentences.js';

const NOW = new Date('2026-11-22T15:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const AROUND: Surroundings = {
  now: NOW,
  today: '2026-11-22',
  queuePaused: false,
  restoring: false,
  workers: true,
  canAsk: true,
  mayAct: true,
};

const EMISSION: PendingEmission = {
  stage: 'recorded',
  attempts: 0,
  sends: 0,
  nextAt: later(-1),
  elsewhere: false,
  held: false,
  waitClass: null,
  lastCode: null,
  lastError: null,
  reviewReason: null,
  compared: null,
  deadline: '2026-11-25',
};

const FOUND: DocumentSummary = {
  documentId: 7,
  businessId: 1,
  ruc: '20123456786',
  reference: 'pos-1',
  referenceState: 'finished',
  environment: 'production',
  kind: 'boleta',
  series: 'B001',
  number: 5,
  total: '118.00',
  currency: 'PEN',
  clientDocument: '45678912',
  clientName: 'María Quispe',
  issueDate: '2026-11-22',
  createdAt: later(-60),
  state: null,
  code: null,
  description: null,
  withoutCdr: false,
  evidence: null,
  resolution: null,
  emission: EMISSION,
};

interface State {
  name: string;
  found: (code: string | null) => DocumentSummary;
  around?: Partial<Surroundings>;
  /** Something holds the sending of this document. */
  stopped?: true;
}

const pending = (change: Partial<PendingEmission>) => (code: string | null) => ({
  ...FOUND,
  emission: { ...EMISSION, lastCode: code, ...change },
});
const settled = (change: Partial<DocumentSummary>) => (code: string | null) => ({
  ...FOUND,
  emission: null,
  code,
  ...change,
});
const sent = { stage: 'sending', sends: 1, attempts: 1 } as const;

const BY_FAULT = { until: later(1_800), reason: '0102: Usuario o contrasena incorrectos' };
const BY_PERSON = { until: new Date('9999-12-31T00:00:00Z'), reason: 'lo pidió el negocio' };
/** As it was stored by an earlier version. */
const OLD_PAUSE = {
  until: later(1_800),
  reason: 'Falta el certificado digital de la empresa: cárguelo en el panel.',
};

const STATES: State[] = [
  { name: 'recorded', found: pending({}) },
  { name: 'signed', found: pending({ stage: 'signed' }) },
  { name: 'held by a worker', found: pending({ ...sent, held: true }) },
  { name: 'sent', found: pending(sent) },
  { name: 'overdue', found: pending({ nextAt: later(-4_000) }) },
  { name: 'waiting until later', found: pending({ ...sent, nextAt: later(90) }) },
  { name: 'waiting until tomorrow', found: pending({ ...sent, nextAt: later(86_400) }) },
  ...(Object.keys(WAITING) as WaitClass[]).flatMap((waitClass): State[] => [
    { name: `waits: ${waitClass}`, found: pending({ ...sent, waitClass, nextAt: later(30) }) },
    {
      name: `waits: ${waitClass}, cannot ask`,
      found: pending({ ...sent, waitClass, nextAt: later(30), lastError: 'ECONNRESET' }),
      around: { canAsk: false },
    },
  ]),
  ...(Object.keys(REVIEW) as ReviewReason[]).flatMap((reviewReason): State[] =>
    [true, false].flatMap((canAsk) =>
      [true, false].map((mayAct) => ({
        name: `review: ${reviewReason}, ask ${canAsk}, act ${mayAct}`,
        found: pending({ ...sent, stage: 'review', reviewReason }),
        around: { canAsk, mayAct },
      })),
    ),
  ),
  {
    name: 'review, past deadline',
    found: pending({ ...sent, stage: 'review', reviewReason: 'unproven', deadline: '2025-11-30' }),
  },
  { name: 'past deadline', found: pending({ ...sent, deadline: '2025-11-30' }) },
  ...[BY_FAULT, BY_PERSON, OLD_PAUSE].flatMap((pause): State[] => [
    { name: `paused: ${pause.reason}`, found: pending({}), around: { pause }, stopped: true },
    {
      name: `paused and sent: ${pause.reason}`,
      found: pending({ ...sent, waitClass: 'paused', nextAt: later(-600) }),
      around: { pause, mayAct: false },
      stopped: true,
    },
    {
      name: `paused, in review: ${pause.reason}`,
      found: pending({ ...sent, stage: 'review', reviewReason: 'crashes' }),
      around: { pause },
      stopped: true,
    },
  ]),
  { name: 'paused queue', found: pending({}), around: { queuePaused: true }, stopped: true },
  { name: 'restoration', found: pending({}), around: { restoring: true }, stopped: true },
  { name: 'no workers', found: pending({}), around: { workers: false }, stopped: true },
  {
    name: 'paused business and queue, no workers',
    found: pending({}),
    around: { pause: BY_FAULT, queuePaused: true, workers: false },
    stopped: true,
  },
  { name: 'elsewhere', found: pending({ elsewhere: true }), stopped: true },
  { name: 'accepted', found: settled({ state: 'accepted', evidence: 'cdr' }) },
  {
    name: 'accepted without CDR',
    found: settled({ state: 'accepted', evidence: 'consult', withoutCdr: true }),
  },
  { name: 'presumed', found: settled({ state: 'accepted', evidence: 'presumed' }) },
  {
    name: 'accepted by persons',
    found: settled({ state: 'accepted', evidence: 'person', resolution: 'accepted' }),
  },
  { name: 'rejected', found: settled({ state: 'rejected', evidence: 'fault' }) },
  {
    name: 'rejected by persons',
    found: settled({ state: 'rejected', evidence: 'person', resolution: 'rejected' }),
  },
  {
    name: 'discarded',
    found: settled({ state: 'rejected', evidence: 'person', resolution: 'discarded' }),
  },
];

const OTHER_CDR = { code: '2335', description: 'El documento electrónico ha sido alterado' };

for (const state of STATES.filter(({ name }) => /^(accepted|presumed|rejected|discard)/.test(name)))
  STATES.push({
    name: `${state.name}, contradicted by a CDR`,
    found: state.found,
    around: {
      otherCdr: {
        ...OTHER_CDR,
        state: state.found(null).state === 'accepted' ? 'rejected' : 'accepted',
        receivedAt: later(-30),
      },
    },
  });

/** The first code of every row of the table of return codes, and the codes without a row. */
const CODES = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0')).filter(
  (code, at, all) => {
    const [before, own] = [all[at - 1], code].map((each) => each && verdict(each));
    return code < '0013' || JSON.stringify(before) !== JSON.stringify(own);
  },
);

const render = ({ found, around }: State, code: string | null): Advice =>
  advise(found(code), { ...AROUND, ...around });
const textOf = ({ happened, next, you }: Advice) => `${happened} ${next} ${you}`;

const USTED =
  /\b(avise|revise|corrija|emita|dé|cargue|regístrelos|cárguelo|regularice|solicite|consulte|verifique|usted|su correo)\b/i;

interface Rendered extends Advice {
  code: string | null;
  text: string;
}

/** By the code of the authority; first without one. */
const advicesOf = (state: State): Rendered[] =>
  [null, ...CODES].map((code) => {
    const advice = render(state, code);
    return { ...advice, code, text: textOf(advice) };
  });

describe.each(STATES)('$name', (state) => {
  const advices = advicesOf(state);
  /** A matcher for each of the thousands of texts would take longer than the texts. */
  const those = (areWrong: (advice: Rendered) => boolean): string[] =>
    advices.filter(areWrong).map(({ text }) => text);

  test('says three whole sentences, with tú', () => {
    const isSentence = (part: string) => /^\p{Lu}.*[.]$/su.test(part);
    expect(those(({ happened, next, you }) => ![happened, next, you].every(isSentence))).toEqual(
      [],
    );
    expect(those(({ text }) => USTED.test(text))).toEqual([]);
    expect(those(({ text }) => /undefined|null|\.\.|\s\s/.test(text))).toEqual([]);
  });

  test('never advises for and against issuing the sale again', () => {
    const both = (text: string) =>
      /se debe emitir otra vez/.test(text) && /no (la |lo |esta venta )?emitas/.test(text);
    expect(those(({ text }) => both(text))).toEqual([]);
    expect(those(({ text }) => /no emitas .*descartad|avisa a soporte/i.test(text))).toEqual([]);
  });

  test('says that sending is paused only where it is', () => {
    expect(those(({ text }) => /detenido/.test(text))).toEqual([]);
    const nothingGoes = /nada se (envía|emite)/;
    if (state.stopped) expect(those(({ text }) => !nothingGoes.test(text))).toEqual([]);
    else expect(those(({ text }) => /en pausa/.test(text) || nothingGoes.test(text))).toEqual([]);
  });

  test('promises no past hour and no past day', () => {
    const untilNow = (text: string) => text.replaceAll('Le tocaba a las 08:53:20', '');
    expect(those(({ text }) => /a las (0\d|10:00:00)/.test(untilNow(text)))).toEqual([]);
    const over = 'recibía hasta el 30/11/2025: el plazo venció';
    expect(those(({ text }) => /2025/.test(text) && !text.includes(over))).toEqual([]);
  });

  test('an unknown code is unknown, and no other one', () => {
    const isKnown = (code: string | null) =>
      code && code !== '9999' && verdict(code).means !== 'unknown';
    const unknown = 'este programa no conoce';
    expect(those(({ code, text }) => Boolean(isKnown(code)) && text.includes(unknown))).toEqual([]);
  });
});

test.each(STATES.filter(({ around }) => around?.otherCdr))(
  '$name: nothing is called done',
  (state) => {
    for (const { happened, you, text } of advicesOf(state)) {
      expect(happened).toMatch(/dice lo contrario: SUNAT lo tiene como (aceptado|rechazado)/);
      expect(you).toMatch(/^Mira en SOL cómo consta este comprobante/);
      expect(text).not.toMatch(/está hecho|no lo tiene|SUNAT lo (aceptó|rechazó)/);
    }
  },
);

const stateOf = (name: string) => STATES.find((each) => each.name === name) as State;

test('a discarded sale is to be issued again', () => {
  for (const code of [null, '1033', '0102', '9999']) {
    const { happened, you } = render(stateOf('discarded'), code);
    expect(happened).toMatch(/según ellas, SUNAT no lo tiene/);
    expect(you).toMatch(/se debe emitir otra vez, con una referencia y un número nuevos/);
  }
});

test.each(['discarded', 'rejected by persons'])(
  '%s although SUNAT has it, accepted: it is not to be issued again',
  (name) => {
    const { found } = stateOf(name);
    for (const code of [null, '0', '1033']) {
      const text = textOf(advise(found(code), { ...AROUND, shownAccepted: true }));
      expect(text).toMatch(
        /Pero SUNAT contestó a una consulta lo contrario: lo tiene como aceptado/,
      );
      expect(text).toMatch(/la venta ya tiene comprobante/);
      expect(text).not.toMatch(/se debe emitir otra vez|no lo tiene/);
    }
  },
);

test.each([
  ['sent', '0011', /0011: al consultar, no tiene un comprobante con este número/],
  ['review: unproven, ask true, act true', '1033', /1033: ya tiene un comprobante.*no dice si es/],
  ['review: certificate, ask true, act true', '2335', /alterado.*mismo archivo.*descartarlo/],
  ['waits: paused', '0102', /0102: no reconoce el usuario o la clave SOL/],
  ['review: needs_decision, ask true, act true', '1083', /Verifica en SUNAT el RUC del cliente/],
  ['rejected', '2108', /fecha de hoy/],
])('%s with %s is told by its meaning', (name, code, said) => {
  expect(textOf(render(stateOf(name), code))).toMatch(said);
});

test('what was never tried counts no attempts', () => {
  expect(render(stateOf('recorded'), null).next).toContain('Todavía no se intentó.');
});

test.each([
  ['rejected by persons', '2335'],
  ['rejected', '1032'],
])('%s with %s may have been voided: only a sale that stands is issued again', (name, code) => {
  const { you } = render(stateOf(name), code);
  expect(you).toMatch(/Si .*la venta se anuló, no hace falta nada más; si sigue en pie, la venta/);
});

test('a discarded sale is issued again only if it stands and was not yet', () => {
  expect(render(stateOf('discarded'), null).you).toMatch(
    /Si la venta se anuló o ya se emitió otra vez, no hace falta nada más; si no, la venta se debe/,
  );
});

test('a CDR that arrived is not said to be missing, and is not asked for', () => {
  const { found } = stateOf('accepted without CDR');
  const { next, you } = advise(found('0'), { ...AROUND, cdrArrived: true });
  expect(next).toMatch(/ya llegó; falta que un procesador/);
  expect(you).toBe('Nada más: está hecho.');
});

test('an accepted document with observations says so, and where they are', () => {
  const found = stateOf('accepted').found('0');
  const { happened, you } = advise(found, { ...AROUND, observations: 2 });
  expect(happened).toMatch(/^SUNAT lo aceptó con 2 observaciones \(0: /);
  expect(you).toMatch(/no se emite otra vez.*está abajo, en «Datos»/);
  expect(advise(found, AROUND).happened).toMatch(/^SUNAT lo aceptó \(0: /);
});

test('of several stops each is named, with what ends it', () => {
  const { next, you } = render(stateOf('paused business and queue, no workers'), null);
  expect(next).toMatch(/de este negocio está en pausa.*cola de emisión está en pausa.*procesador/);
  expect(you).toMatch(/SOL.*Mira en Colas.*arrancar un procesador/);
});

test('a pause by a wrong password is corrected where the password is', () => {
  const { next, you } = render(stateOf(`paused: ${BY_FAULT.reason}`), '0102');
  expect(next).toMatch(/SUNAT contestó 0102: no reconoce.*termina el 22\/11\/2026 10:30/);
  expect(you).toMatch(/^Corrige el usuario y la clave SOL/);
});

test('before a sale is issued again, a person looks for an earlier send', () => {
  const steps = (sends: number, lastCode: string, reviewReason: ReviewReason) => {
    const emission = { ...EMISSION, stage: 'review', sends, lastCode, reviewReason } as const;
    return advise({ ...FOUND, emission }, AROUND).you;
  };
  for (const [code, reason] of [
    ['1079', 'needs_decision'],
    ['0306', 'our_fault'],
  ] as const) {
    expect(steps(1, code, reason)).toMatch(/^Un envío anterior pudo llegar: mira antes en SOL/);
    expect(steps(0, code, reason)).not.toMatch(/envío anterior/);
  }
});

test('a CDR that only its time sets apart may be of this document, if a clock was wrong', () => {
  const ours = {
    receiver: '20601234561',
    total: '118.00',
    currency: 'PEN',
    issueDate: '2026-11-22',
  };
  const theirs = { said: 'aceptada', receiver: ours.receiver, receivedAt: '2026-11-22T14:00:00Z' };
  const you = (differing: Partial<Compared['theirs']>) =>
    advise(
      {
        ...FOUND,
        emission: {
          ...EMISSION,
          ...{ stage: 'review', sends: 1, reviewReason: 'foreign_number', lastCode: '0' },
          compared: { ours, theirs: { ...theirs, ...differing } },
        },
      },
      AROUND,
    ).you;
  expect(you({})).toMatch(/solo no encaja la hora.*rafaga doctor.*Consulta a SUNAT y compara/s);
  for (const differing of [{ receiver: '20999999014' }, { digest: 'x' }, { receivedAt: undefined }])
    expect(you(differing as Partial<Compared['theirs']>)).not.toContain('hora');
});

test('an attempt that ended in a pause or a refusal is not called missing', () => {
  const text = (own: Partial<PendingEmission>) =>
    textOf(advise({ ...FOUND, emission: { ...EMISSION, ...own } }, AROUND));
  expect(text({})).toContain('Todavía no se intentó.');
  expect(text({ waitClass: 'paused', lastCode: '0102' })).not.toContain('Todavía no se intentó');
  expect(text({ stage: 'signed', lastCode: '1083' })).toContain('SUNAT no lo recibió');
});

test('what is signed while its business is paused is no failed send', () => {
  const told = (own: Partial<PendingEmission>) =>
    textOf(
      advise(
        { ...FOUND, emission: { ...EMISSION, waitClass: 'paused', ...own } },
        { ...AROUND, pause: BY_PERSON },
      ),
    );
  const signed = told({ stage: 'signed' });
  expect(signed).toContain('Se firmó y todavía no se envía a SUNAT: su XML y su PDF ya existen.');
  expect(signed).not.toMatch(/No se pudo|le falta algo|no se intentó/);
  expect(told({ lastError: 'El certificado digital de la empresa venció.' })).toMatch(
    /todavía no se firma\. Lo último que se anotó: «El certificado digital de la empresa venció»/,
  );
});
