/**
 * How the PDFs of a business look, version by version: a change adds one, and what was printed
 * before keeps its own.
 */
import { createHash } from 'node:crypto';
import { type Db, poolOf, prismaOf } from '../db.js';
import { audit, type By } from './audit.js';

export interface StoredDesign {
  /** 0 before the first change. */
  version: number;
  /** #rrggbb */
  color: string | null;
  /** PNG or JPEG. */
  logo: Buffer | null;
  contact: string | null;
  footer: string | null;
  consultAt: string | null;
}

/** What is left out stays as it was; null takes it away. */
export type DesignChange = Partial<Omit<StoredDesign, 'version'>>;

const PLAIN: StoredDesign = {
  version: 0,
  color: null,
  logo: null,
  contact: null,
  footer: null,
  consultAt: null,
};

const NEWEST =
  'SELECT version, color, logo, contact, footer, consult_at FROM designs WHERE business_id = $1 ORDER BY version DESC LIMIT 1';

/** The one in use. */
export async function currentDesign(db: Db, businessId: number): Promise<StoredDesign> {
  const { rows } = await poolOf(db).query<
    Omit<StoredDesign, 'consultAt'> & { consult_at: string | null }
  >({
    name: 'current_design',
    text: NEWEST,
    values: [businessId],
  });
  if (!rows[0]) return PLAIN;
  const { consult_at: consultAt, ...design } = rows[0];
  return { ...design, consultAt };
}

/** Makes the next version and says which it is. */
export function changeDesign(
  db: Db,
  by: By,
  businessId: number,
  change: DesignChange,
): Promise<StoredDesign> {
  return prismaOf(db).$transaction(async (tx) => {
    // two changes at once follow one another
    await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR UPDATE`;
    const found = await tx.design.findFirst({
      where: { businessId },
      orderBy: { version: 'desc' },
      omit: { businessId: true, createdAt: true },
    });
    const before: StoredDesign = found
      ? { ...found, logo: found.logo && Buffer.from(found.logo) }
      : PLAIN;
    const after: StoredDesign = { ...before, ...change, version: before.version + 1 };
    await tx.design.create({
      data: { ...after, businessId, logo: after.logo && new Uint8Array(after.logo) },
    });
    await audit(tx, by, {
      action: 'business.design',
      businessId,
      before: shown(before),
      after: shown(after),
    });
    return after;
  });
}

/** The audit names a logo; the versions keep it. */
const shown = ({ logo, ...rest }: StoredDesign) => ({
  ...rest,
  logo: logo && `sha256:${createHash('sha256').update(logo).digest('hex')}`,
});
