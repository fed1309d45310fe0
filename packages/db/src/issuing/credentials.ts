/**
 * What the API needs to know about a caller, in one query, and when each credential was last used.
 */
import type { Kind } from '@rafaga/fiscal';
import type { Business } from '@rafaga/prisma';
import type { BusinessState } from '../admin/changeBusiness.js';
import { type Db, poolOf } from '../db.js';

export interface ApiCredential {
  id: number;
  secretHash: Buffer;
  revoked: boolean;
  business: Pick<
    Business,
    | 'id'
    | 'ruc'
    | 'legalName'
    | 'tradeName'
    | 'address'
    | 'ubigeo'
    | 'test'
    | 'boletas'
    | 'facturas'
    | 'pricesIncludeTax'
    | 'exonerationAllowed'
    | 'ratePerMinute'
    | 'maxNumberJump'
    | 'printFormats'
    | 'defaultFormat'
  > & { state: BusinessState };
  /** `here`: the series exists in the current environment of the business. */
  series: { code: string; kind: Kind; active: boolean; here: boolean }[];
  /** The active certificate. */
  certificate?: { subjectRuc: string | null; notBefore: Date; notAfter: Date };
  /** Whether the business has credentials at the authority. */
  hasAccess: boolean;
}

/**
 * Finds the credentials of several keys, each with its business, series and setup. A function in
 * the database names the businesses of the keys, for which the statement acts.
 */
export async function findCredentials(
  db: Db,
  apiKeys: readonly string[],
): Promise<Map<string, ApiCredential>> {
  const { rows } = await poolOf(db).query<CredentialRow>({
    name: 'find_credentials',
    text: FIND,
    values: [apiKeys],
  });
  return new Map(rows.map((row) => [row.api_key, credentialOf(row)]));
}

export const findCredential = (db: Db, apiKey: string): Promise<ApiCredential | undefined> =>
  findCredentials(db, [apiKey]).then((found) => found.get(apiKey));

function credentialOf(row: CredentialRow): ApiCredential {
  const { id, secret_hash: secretHash, revoked, business, series, has_access: hasAccess } = row;
  const certificate = row.not_after && {
    subjectRuc: row.subject_ruc,
    notBefore: row.not_before,
    notAfter: row.not_after,
  };
  return {
    id,
    secretHash,
    revoked,
    business,
    series,
    hasAccess,
    ...(certificate ? { certificate } : {}),
  };
}

const FIND = `
  SELECT c.api_key, c.id, c.secret_hash, c.revoked_at IS NOT NULL AS revoked,
    json_build_object('id', b.id, 'ruc', b.ruc, 'legalName', b.legal_name, 'tradeName',
      b.trade_name, 'address', b.address,
      'ubigeo', b.ubigeo, 'state', b.state, 'test', b.test, 'boletas', b.boletas, 'facturas',
        b.facturas,
      'pricesIncludeTax', b.prices_include_tax, 'exonerationAllowed', b.exoneration_allowed,
        'ratePerMinute', b.rate_per_minute,
      'maxNumberJump', b.max_number_jump,
      'printFormats', b.print_formats, 'defaultFormat', b.default_format) AS business,
    (SELECT coalesce(json_agg(json_build_object('code', s.code, 'kind', s.kind, 'active', s.active,
        'here', s.environment = b.environment) ORDER BY s.code), '[]')
      FROM series s WHERE s.business_id = b.id) AS series,
    t.subject_ruc, t.not_before, t.not_after,
    EXISTS (SELECT FROM accesses a WHERE a.business_id = b.id) AS has_access
  FROM credentials c
  JOIN businesses b ON b.id = c.business_id
  LEFT JOIN certificates t ON t.business_id = b.id AND t.active
  WHERE c.api_key = ANY ($1)
    AND (SELECT set_config('rafaga.businesses', credential_businesses($1)::text, true))
      IS NOT NULL`;

interface CredentialRow {
  api_key: string;
  id: number;
  secret_hash: Buffer;
  revoked: boolean;
  business: ApiCredential['business'];
  series: ApiCredential['series'];
  subject_ruc: string | null;
  not_before: Date;
  not_after: Date | null;
  has_access: boolean;
}

/**
 * Records when credentials were last used; callers gather many, so that no request waits for it.
 * Their order is that in which the rows are locked, so that two processes do not wait for each
 * other.
 */
export async function noteUse(db: Db, uses: ReadonlyMap<number, Date>): Promise<void> {
  if (uses.size === 0) return;
  const ids = [...uses.keys()].sort((a, b) => a - b);
  await poolOf(db).query('SELECT note_credential_use($1::int[], $2::timestamptz[])', [
    ids,
    ids.map((id) => uses.get(id)),
  ]);
}
