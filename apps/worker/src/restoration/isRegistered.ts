/** Queries the authority for the numbers of a series of facturas. */
import type { Db, SeriesToAsk } from '@rafaga/db';
import type { StatusReply } from '@rafaga/sunat';
import { rowOfStatus } from '../decisions/classifyQueryReply.js';
import type { Authorities } from '../exchange/authorities.js';
import type { Accesses } from '../keys/accesses.js';

export interface AskDeps {
  db: Db;
  authorities: Authorities;
  accesses: Accesses;
}

/** Whether the authority has a number. */
export type IsRegistered = (number: number) => Promise<boolean>;

const TRIES = 3;
const AGAIN_MS = 1_000;

/** The authority did not say whether it has the number. */
export class NoAnswer extends Error {}

/** Asks once. */
export type AskStatus = (number: number) => Promise<StatusReply>;

/** @returns the query, or in Spanish why the authority cannot be queried for this series */
export async function createAskStatus(
  { authorities, accesses }: AskDeps,
  each: SeriesToAsk,
): Promise<AskStatus | string> {
  const { kind, ruc, series, businessId, accessAt } = each;
  if (kind === 'boleta')
    return (
      'SUNAT no responde por el número de una boleta sin su fecha y su importe: usa un salto ' +
      'al terminar'
    );
  if (!accessAt) return 'el negocio no tiene usuario SOL con qué preguntar';
  const business = businessOf(each);
  const { statusCdr } = authorities.of(business).client;
  if (!statusCdr) return 'el ambiente del negocio no tiene un servicio de consulta';
  const access = await accesses({ businessId, business });
  if ('missing' in access) return access.missing;
  return (number) => statusCdr({ ruc, type: '01', series, number }, access.sol);
}

/** Asks a few times, until the authority says whether it has the number. @returns its last reply */
export async function askUntilSaid(ask: AskStatus, number: number): Promise<StatusReply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await ask(number);
    if (registered(reply) !== undefined || tries === TRIES) return reply;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** @param askStatus of the series */
export const createIsRegistered =
  ({ series }: SeriesToAsk, askStatus: AskStatus): IsRegistered =>
  async (number) => {
    const reply = await askUntilSaid(askStatus, number);
    const known = registered(reply);
    if (known !== undefined) return known;
    throw new NoAnswer(`SUNAT no contestó por ${series}-${number}: ${textOf(reply)}`);
  };

/** @returns undefined when the reply does not say */
function registered(reply: StatusReply): boolean | undefined {
  if (reply.is === 'cdr') return true;
  const row = reply.is === 'status' ? rowOfStatus(reply.code) : undefined;
  if (row === 'not_found') return false;
  return row === 'registered_without_cdr' || row === 'voided' ? true : undefined;
}

const textOf = (reply: StatusReply): string => {
  if (reply.is === 'cdr') return 'sin respuesta';
  return 'code' in reply ? `${reply.code} ${reply.text}` : reply.reason;
};

const businessOf = ({ ruc, authority, billUrl, consultUrl, accessAt }: SeriesToAsk) => ({
  issuer: { ruc },
  authority,
  ...(billUrl !== null && { billUrl }),
  ...(consultUrl !== null && { consultUrl }),
  ...(accessAt && { accessAt }),
});
