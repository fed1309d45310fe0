/**
 * Rehearsals: a user requests one for a business, and a worker carries it out, because only workers
 * can open the keys of a business. The result is stored for half an hour, for the user that holds
 * its token.
 */
import { createHash } from 'node:crypto';
import { type Db, poolOf, prismaOf } from '../db.js';
import { rehearsalColumn } from '../sealedColumns.js';
import type { Business } from './businesses.js';

/** Where a rehearsal is sent: the simulator, the test address of an OSE ('own'), SUNAT's beta. */
export type RehearsalTarget = 'simulator' | 'own' | 'beta';

/** A business in production rehearses at SUNAT's beta. */
export function rehearsalTarget({
  authority,
  environment,
}: Pick<Business, 'authority' | 'environment'>): RehearsalTarget {
  if (authority === 'simulator') return 'simulator';
  return authority === 'custom' && environment !== 'production' ? 'own' : 'beta';
}

export interface RehearsalStep {
  severity: 'good' | 'warn' | 'bad';
  word: string;
  text: string;
}

export interface RehearsalResult {
  steps: RehearsalStep[];
  /** The ticket as a PDF in base64; absent when signing failed. */
  ticket?: string;
}

type Seal = (plain: Buffer, column: ReturnType<typeof rehearsalColumn>) => Buffer;

const LIFE = "interval '30 minutes'";
/** A request that no worker took within this time has expired: its user has gone on. */
const WAITS = "interval '5 minutes'";

/**
 * Requests a rehearsal. It replaces a waiting request of the same user and business: a worker
 * carries out one at a time, and a user that repeats the request would delay every other business.
 * @param token finds the result; the database has only its hash
 */
export async function askRehearsal(
  db: Db,
  { token, businessId, userId }: { token: string; businessId: number; userId: number },
): Promise<void> {
  await poolOf(db).query(
    `DELETE FROM rehearsals WHERE asked_at < now() - ${LIFE}
      OR (business_id = $1 AND user_id = $2 AND taken_at IS NULL)`,
    [businessId, userId],
  );
  const tokenHash = hashOf(token);
  await prismaOf(db).rehearsal.create({ data: { tokenHash, businessId, userId } });
}

/**
 * SQL: a digest of what a rehearsal of the business "b" depends on. The times and the texts of both
 * sides come from PostgreSQL, so that no clock and no encoding of a program can make them differ.
 */
const SETTINGS = `encode(sha256(convert_to(jsonb_build_array(b.ruc, b.legal_name, b.trade_name,
    b.address, b.ubigeo, b.boletas, b.environment, b.authority, b.bill_url, b.consult_url,
    b.signature_digest, b.prices_include_tax,
    (SELECT c.id FROM certificates c WHERE c.business_id = b.id AND c.active),
    (SELECT extract(epoch FROM a.updated_at) FROM accesses a WHERE a.business_id = b.id)
  )::text, 'UTF8')), 'hex')`;

export interface FoundRehearsal {
  /** Undefined: no worker has finished it. */
  result: RehearsalResult | undefined;
  /** What it depends on has changed since a worker took it. */
  outdated: boolean;
}

/**
 * @param open gives undefined for a value of a key that is gone
 * @returns undefined for another user or business, after it expired, and when its key is gone
 */
export async function findRehearsal(
  db: Db,
  { token, businessId, userId }: { token: string; businessId: number; userId: number },
  open: (...sealed: Parameters<Seal>) => Buffer | undefined,
): Promise<FoundRehearsal | undefined> {
  const found = await prismaOf(db).rehearsal.findFirst({
    where: { tokenHash: hashOf(token), businessId, userId },
  });
  if (!found) return undefined;
  const { id, sealed } = found;
  if (!sealed) return { result: undefined, outdated: false };
  const content = open(Buffer.from(sealed), rehearsalColumn(id));
  if (!content) return undefined;
  const { settings, ...result } = JSON.parse(content.toString('utf8')) as KeptResult;
  return { result, outdated: settings !== (await settingsNow(db, businessId)) };
}

interface KeptResult extends RehearsalResult {
  /** The digest of the settings under which it was taken. */
  settings: string;
}

async function settingsNow(db: Db, businessId: number): Promise<string | undefined> {
  const { rows } = await poolOf(db).query<{ settings: string }>({
    name: 'rehearsed_settings',
    text: `SELECT ${SETTINGS} AS settings FROM businesses b WHERE b.id = $1`,
    values: [businessId],
  });
  return rows[0]?.settings;
}

/** What a rehearsal reads of its business. */
export type RehearsedBusiness = Pick<
  Business,
  | 'id'
  | 'ruc'
  | 'legalName'
  | 'tradeName'
  | 'address'
  | 'ubigeo'
  | 'boletas'
  | 'environment'
  | 'authority'
  | 'billUrl'
  | 'consultUrl'
  | 'signatureDigest'
  | 'pricesIncludeTax'
>;

export interface TakenRehearsal {
  id: number;
  business: RehearsedBusiness;
  /** A digest of what the rehearsal depends on, as it was when it was taken. */
  settings: string;
}

/**
 * Takes the oldest waiting request. One whose worker was killed is not taken again: the user
 * repeats it.
 */
export async function takeRehearsal(db: Db): Promise<TakenRehearsal | undefined> {
  type Row = RehearsedBusiness & { rehearsal: number; settings: string };
  const { rows } = await poolOf(db).query<Row>({
    name: 'take_rehearsal',
    text: `WITH taken AS (UPDATE rehearsals SET taken_at = now() WHERE id = (
        SELECT id FROM rehearsals WHERE taken_at IS NULL AND asked_at > now() - ${WAITS}
        ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, business_id)
      SELECT taken.id AS rehearsal, ${SETTINGS} AS settings, b.id, ruc, legal_name AS "legalName",
        trade_name AS "tradeName", address, ubigeo, boletas, environment,
        authority, bill_url AS "billUrl", consult_url AS "consultUrl",
        signature_digest AS "signatureDigest", prices_include_tax AS "pricesIncludeTax"
      FROM taken JOIN businesses b ON b.id = taken.business_id`,
  });
  const [taken] = rows;
  if (!taken) return undefined;
  const { rehearsal: id, settings, ...business } = taken;
  return { id, business, settings };
}

export async function answerRehearsal(
  db: Db,
  { id, settings }: Pick<TakenRehearsal, 'id' | 'settings'>,
  result: RehearsalResult,
  seal: Seal,
): Promise<void> {
  const kept: KeptResult = { ...result, settings };
  const sealed = seal(Buffer.from(JSON.stringify(kept)), rehearsalColumn(id));
  await poolOf(db).query('UPDATE rehearsals SET sealed = $2 WHERE id = $1', [id, sealed]);
}

const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest());
