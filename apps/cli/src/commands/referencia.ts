/** referencia: support's way to the documents that do not get on by themselves. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundReference, Resolution, Stuck } from '@rafaga/db';
import type { Command } from 'commander';
import { documentJson, documentText, foundJson, historyText, readDocument, stepJson } from '../house/documentCard.js';
import { businessOf, type House, inHouse } from '../house/house.js';
import { REVIEW, STUCK, stateOf, WAITING } from '../house/words.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import { age, moment } from '../terminal/moments.js';
import type { Common, Shown } from '../terminal/show.js';
import { table } from '../terminal/table.js';
import { group, leaf } from './leaf.js';

interface Flags extends Common {
  ruc?: string;
  como?: string;
  motivo?: string;
  limite?: string;
  espera?: string;
}

const RUC = { '--ruc <ruc>': 'solo de este negocio' };
const REFERENCE = { referencia: 'su clave (Idempotency-Key), o el id del comprobante' };
const WAYS: Readonly<Record<string, Resolution>> = { aceptada: 'accepted', rechazada: 'rejected', descartada: 'discarded' };
const PATIENCE_SECONDS = 30;

export function referencia(program: Command): void {
  const parent = group(program, 'referencia', 'Soporte: encontrar y destrabar lo que no avanza solo');
  leaf<Flags>(parent, {
    name: 'buscar <texto>',
    about: 'Busca por clave, número (B001-12), id o documento del cliente',
    arguments: { texto: 'el comienzo de la clave, o el número, id o documento completo' },
    options: { ...RUC, '--limite <n>': 'cuántas mostrar (lo usual: 50)' },
    examples: ['referencia buscar venta-18', 'referencia buscar B001-12 --ruc 20123456786'],
    run: search,
  });
  leaf<Flags>(parent, {
    name: 'detenidas',
    about: 'Lo que no avanza, lo más antiguo primero, y por qué',
    options: { ...RUC, '--limite <n>': 'cuántas mostrar (lo usual: 100)' },
    examples: ['referencia detenidas', 'referencia detenidas --ruc 20123456786 --json'],
    run: stuck,
  });
  leaf<Flags>(parent, {
    name: 'ver <referencia>',
    about: 'Una referencia con su comprobante y su historia',
    arguments: REFERENCE,
    options: RUC,
    examples: ['referencia ver venta-1842'],
    run: (flags, key) => withReference(flags, key, async (house, { documentId }) => cardOf(house, documentId)),
  });
  leaf<Flags>(parent, {
    name: 'consultar <referencia>',
    about: 'Pide a un worker que pregunte a SUNAT ahora, y espera lo que conteste',
    arguments: REFERENCE,
    options: { ...RUC, '--espera <segundos>': `cuánto esperar (lo usual: ${PATIENCE_SECONDS})` },
    examples: ['referencia consultar venta-1842'],
    run: ask,
  });
  leaf<Flags>(parent, {
    name: 'reanudar <referencia>',
    about: 'La saca de su espera o su revisión para que los workers sigan',
    arguments: REFERENCE,
    options: { ...RUC, '--motivo <texto>': 'queda en la auditoría' },
    examples: ['referencia reanudar venta-1842 --motivo "se corrigió el certificado"'],
    run: resume,
  });
  leaf<Flags>(parent, {
    name: 'resolver <referencia>',
    about: 'Termina una revisión con lo que consta a soporte; queda en la auditoría',
    arguments: REFERENCE,
    options: { ...RUC, '--como <fin>': `${Object.keys(WAYS).join(', ')}`, '--motivo <texto>': 'qué se verificó y dónde' },
    examples: ['referencia resolver venta-1842 --como aceptada --motivo "consta en SOL, consultado hoy"'],
    run: resolve,
  });
}

const search = (flags: Flags, text: string): Promise<Shown> => {
  const limit = limitOf(flags, 50);
  return inHouse(async (house) => {
    const { searchReferences } = await import('@rafaga/db');
    const found = await searchReferences(house.db, text, { ...(await onlyOf(house, flags)), limit });
    const rows = found.map((each) => [
      each.key,
      each.documentId,
      each.ruc,
      `${each.series}-${each.number}`,
      stateOf(each),
      `${each.currency} ${each.total}`,
      moment(each.createdAt),
    ]);
    return {
      json: found.map(foundJson),
      text: found.length > 0 ? table(['Referencia', 'Id', 'Negocio', 'Número', 'Estado', 'Total', 'Creado'], rows) : 'Nada coincide.',
    };
  });
};

const stuck = (flags: Flags): Promise<Shown> => {
  const limit = limitOf(flags, 100);
  return inHouse(async (house) => {
    const { listStuck } = await import('@rafaga/db');
    const all = await listStuck(house.db, { ...(await onlyOf(house, flags)), limit });
    const rows = all.map((each) => [
      each.reference,
      each.documentId,
      each.ruc,
      `${each.series}-${each.number}`,
      STUCK[each.reason],
      age(each.since),
      each.deadline,
      explain(each),
    ]);
    return {
      json: all.map(stuckJson),
      text:
        all.length > 0
          ? table(['Referencia', 'Id', 'Negocio', 'Número', 'Qué pasa', 'Hace', 'Vence', 'Por qué'], rows)
          : 'Todo avanza: no hay nada detenido.',
      remarks: all.some(({ reason }) => reason === 'review')
        ? ['Lo que está en revisión se resuelve con: rafaga referencia resolver CLAVE --como … --motivo …']
        : [],
    };
  });
};

const explain = (each: Stuck): string =>
  [
    each.reviewReason ? REVIEW[each.reviewReason] : each.waitClass && WAITING[each.waitClass],
    each.pausedWhy,
    // the authority's words begin with its code
    each.lastError ?? each.lastCode,
  ]
    .filter(Boolean)
    .join(' · ');

const stuckJson = (each: Stuck): Record<string, unknown> => ({
  referencia: each.reference,
  id: each.documentId,
  ruc: each.ruc,
  razon_social: each.legalName,
  tipo: each.kind,
  numero_completo: `${each.series}-${each.number}`,
  motivo: STUCK[each.reason],
  desde: each.since,
  intentos: each.attempts,
  siguiente_intento: each.nextAt,
  vence: each.deadline,
  explicacion: explain(each),
});

const resume = (flags: Flags, key: string): Promise<Shown> =>
  withReference(flags, key, async (house, found) => {
    await takeUp(house, found, flags.motivo);
    const card = await readDocument(house, found.documentId);
    return {
      json: documentJson(card),
      text: `Referencia ${found.key} reanudada: los workers siguen con ${found.series}-${found.number}.`,
      remarks: [`Mira cómo va con: rafaga referencia ver ${found.key}`],
    };
  });

/** The workers ask first for what may have been sent: this sets them to it at once, and waits for what they hear. */
const ask = (flags: Flags, key: string): Promise<Shown> => {
  const seconds = secondsOf(flags);
  return withReference(flags, key, async (house, found) => {
    const before = await readDocument(house, found.documentId);
    if (!found.open) return cardOf(house, found.documentId);
    if (found.open.sends === 0)
      throw new Failure('Nunca fue enviada a SUNAT, así que no hay qué preguntar. Sigue con: rafaga referencia reanudar');
    // a worker that has it now is at it already
    if (!found.open.held) await takeUp(house, found, 'consulta de soporte');
    const after = await hear(house, found.documentId, before.history.length, seconds);
    const heard = after.history.slice(before.history.length);
    if (!heard.some(({ step }) => step !== 'resumed'))
      throw new Failure(`Ningún worker dijo nada en ${seconds} s: mira si están en marcha con: rafaga colas`);
    return {
      json: { ...foundJson(after.found), consulta: heard.map(stepJson) },
      text: `${historyText(heard)}\n\nEstado: ${[stateOf(after.found), after.found.code, after.found.description].filter(Boolean).join(' · ')}`,
    };
  });
};

/** Until the attempt that follows has come to an end: settled, in review, or waiting again. */
async function hear(house: House, id: number, known: number, seconds: number): ReturnType<typeof readDocument> {
  for (const until = Date.now() + seconds * 1_000; ; ) {
    const card = await readDocument(house, id);
    const ended = card.history.slice(known).some(({ step }) => ['accepted', 'rejected', 'review', 'waiting'].includes(step));
    if (ended || Date.now() > until) return card;
    await sleep(250);
  }
}

async function takeUp(house: House, { documentId, key, open }: FoundReference, reason: string | undefined): Promise<void> {
  if (!open) throw new Failure(`La referencia ${key} ya está terminada: no hay nada que reanudar.`);
  const { resumeDocument } = await import('@rafaga/db');
  if (!(await resumeDocument(house.db, house.by(reason), documentId)))
    throw new Failure('Un worker la tiene en este momento: espera a que termine.');
}

const resolve = (flags: Flags, key: string): Promise<Shown> => {
  const mistakes = new Mistakes();
  const as = WAYS[flags.como ?? ''];
  if (!as) mistakes.add('--como', `elige uno de ${Object.keys(WAYS).join(', ')}.`);
  const reason = flags.motivo?.trim() ?? '';
  if (reason.length < 5) mistakes.add('--motivo', 'di qué se verificó y dónde (5 caracteres o más).');
  mistakes.check();
  return withReference(flags, key, async (house, found) => {
    const { resolveDocument } = await import('@rafaga/db');
    if (found.open?.stage !== 'review') throw new Failure(`La referencia ${found.key} no está en revisión: ${stateOf(found)}.`);
    if (!as || !(await resolveDocument(house.db, house.by(reason), found.documentId, as))) {
      throw new Failure('No se puede resolver así: nunca llegó a firmarse, y lo que no se firmó solo puede descartarse.');
    }
    const card = await readDocument(house, found.documentId);
    return { json: documentJson(card), text: `Referencia ${found.key} resuelta como ${flags.como}.` };
  });
};

async function cardOf(house: House, documentId: number): Promise<Shown> {
  const card = await readDocument(house, documentId);
  return { json: documentJson(card), text: documentText(card) };
}

/** The one document of a reference; a key that several businesses use needs --ruc. */
function withReference(flags: Flags, key: string, work: (house: House, found: FoundReference) => Promise<Shown>): Promise<Shown> {
  return inHouse(async (house) => {
    const { findReferences, referenceOf } = await import('@rafaga/db');
    const { businessId } = await onlyOf(house, flags);
    const found = await findReferences(house.db, key, businessId);
    if (found.length > 1)
      throw new Failure(`La referencia ${key} existe en varios negocios (${found.map(({ ruc }) => ruc).join(', ')}): elige con --ruc.`);
    const byId = found.length === 0 && /^[1-9]\d{0,14}$/.test(key) ? await referenceOf(house.db, Number(key)) : undefined;
    const one = found[0] ?? (businessId === undefined || byId?.businessId === businessId ? byId : undefined);
    if (!one) throw new Failure(`No existe la referencia ${key}. Búscala con: rafaga referencia buscar TEXTO`);
    return work(house, one);
  });
}

async function onlyOf({ db }: House, { ruc }: Flags): Promise<{ businessId?: number }> {
  return ruc === undefined ? {} : { businessId: (await businessOf(db, ruc)).id };
}

const limitOf = ({ limite }: Flags, usual: number): number => positive('--limite', limite, usual, 10_000);
const secondsOf = ({ espera }: Flags): number => positive('--espera', espera, PATIENCE_SECONDS, 600);

function positive(at: string, given: string | undefined, usual: number, most: number): number {
  if (given === undefined) return usual;
  const mistakes = new Mistakes();
  const number = Number(given);
  if (!/^\d{1,5}$/.test(given) || number < 1 || number > most) mistakes.add(at, `un entero de 1 a ${most}.`);
  mistakes.check();
  return number;
}
