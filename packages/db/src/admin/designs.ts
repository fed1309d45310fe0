/** The design of a business's PDFs. A change adds a version; stored PDFs are not changed. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf, prismaOf } from '../db.js';
import { audit, type By, type Tx } from './audit.js';

export interface StoredDesign {
  /** 0 until the first change. */
  version: number;
  /** #rrggbb */
  color: string | null;
  /** PNG or JPEG. */
  logo: Buffer | null;
  contact: string | null;
  footer: string | null;
  consultAt: string | null;
  /** Whether tickets have the number as a barcode. */
  barcode: boolean | null;
  /** The length at which the printer cuts a ticket, in millimetres. */
  ticketLength: number | null;
  /** Whether the signed XML and the CDR are embedded in A4 PDFs. */
  archive: boolean | null;
}

/** A field that is left out keeps its value; null removes it. */
export type DesignChange = Partial<Omit<StoredDesign, 'version'>>;

const PLAIN: StoredDesign = {
  version: 0,
  color: null,
  logo: null,
  contact: null,
  footer: null,
  consultAt: null,
  barcode: null,
  ticketLength: null,
  archive: null,
};

/** More than an owner who tries designs saves; each version stays, with up to 256 KB of logo. */
const MAX_VERSIONS = 50;
const PERIOD_MS = 24 * 3_600_000;

/** The business has as many new versions as it may have in 24 hours. */
export class DesignProblem extends Error {
  override name = 'DesignProblem';
  readonly most = MAX_VERSIONS;
  constructor(readonly until: Date) {
    super(`the design takes no other version until ${until.toISOString()}`);
  }
}

/** The newest version of the design, which is used for new PDFs. */
export async function currentDesign(db: Db, businessId: number): Promise<StoredDesign> {
  const { rows } = await poolOf(db).query<StoredDesign>({
    name: 'current_design',
    text: `SELECT version, color, logo, contact, footer, consult_at AS "consultAt", barcode,
        ticket_length AS "ticketLength", archive FROM designs
      WHERE business_id = $1 AND ${actingFor(2)} ORDER BY version DESC LIMIT 1`,
    values: [businessId, businessList(businessId)],
  });
  return rows[0] ?? PLAIN;
}

async function newestDesign(tx: Tx, businessId: number): Promise<StoredDesign> {
  const found = await tx.design.findFirst({
    where: { businessId },
    orderBy: { version: 'desc' },
    omit: { businessId: true, createdAt: true },
  });
  return found ? { ...found, logo: found.logo && Buffer.from(found.logo) } : PLAIN;
}

/**
 * Adds a version, unless the change changes nothing.
 * @returns the design from now on
 * @throws DesignProblem
 */
export function changeDesign(
  db: Db,
  by: By,
  businessId: number,
  change: DesignChange,
): Promise<StoredDesign> {
  return prismaOf(db).$transaction(async (tx) => {
    // the lock makes concurrent changes wait for each other
    await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR UPDATE`;
    const before = await newestDesign(tx, businessId);
    const after: StoredDesign = { ...before, ...change, version: before.version + 1 };
    if (isSameDesign(before, after)) return before;
    await refuseTooMany(tx, businessId);
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

async function refuseTooMany(tx: Tx, businessId: number): Promise<void> {
  const earlier = await tx.design.findFirst({
    where: { businessId },
    orderBy: { version: 'desc' },
    skip: MAX_VERSIONS - 1,
    select: { createdAt: true },
  });
  const until = new Date((earlier?.createdAt.getTime() ?? 0) + PERIOD_MS);
  if (until > new Date()) throw new DesignProblem(until);
}

/** Whether two versions draw the same PDFs. */
function isSameDesign(one: StoredDesign, other: StoredDesign): boolean {
  const drawn = ({ logo, barcode, archive, ...rest }: StoredDesign) => [
    logo?.toString('base64') ?? null,
    barcode ?? false,
    archive ?? false,
    { ...PLAIN, ...rest, version: 0 },
  ];
  return isDeepStrictEqual(drawn(one), drawn(other));
}

/** The design as the audit shows it, with the hash of the logo instead of its bytes. */
const shown = ({ logo, ...rest }: StoredDesign) => ({
  ...rest,
  logo: logo && `sha256:${createHash('sha256').update(logo).digest('hex')}`,
});
