/**
 * Positions in the server's write-ahead log: the present one, and the one that a backup has
 * received.
 */
import { type Db, poolOf } from '../db.js';

export interface WalPosition {
  /** As `0/3000148`. */
  lsn: string;
  /** The name of the segment in which it is. */
  segment: string;
  /** The server's clock. */
  at: Date;
}

/** The present position. */
export async function walPosition(db: Db): Promise<WalPosition> {
  const { rows } = await poolOf(db).query<WalPosition>(
    `SELECT lsn::text, pg_walfile_name(lsn) AS segment, clock_timestamp() AS at
      FROM pg_current_wal_flush_lsn() AS lsn`,
  );
  return rows[0] as WalPosition;
}

/** What the server knows about the receiver of a replication slot. */
export interface WalReceived {
  /** Whether everything up to the position was stored by the receiver. */
  received: boolean;
  /** The name of the segment in which the position is. */
  segment: string;
  /**
   * 'missing' on a promoted standby; 'lost' when the server has removed log that the slot needs.
   */
  slot: 'kept' | 'missing' | 'lost';
}

export async function walReceived(db: Db, slot: string, lsn: string): Promise<WalReceived> {
  const { rows } = await poolOf(db).query<WalReceived>(
    `SELECT pg_walfile_name($2::pg_lsn) AS segment,
        coalesce(bool_or(restart_lsn >= $2::pg_lsn), false) AS received,
        CASE WHEN count(*) = 0 THEN 'missing' WHEN bool_or(wal_status = 'lost') THEN 'lost'
          ELSE 'kept' END AS slot
      FROM pg_replication_slots WHERE slot_name = $1`,
    [slot, lsn],
  );
  return rows[0] as WalReceived;
}

/** Whether a recovered database has replayed everything up to a position. */
export async function hasReplayed(db: Db, lsn: string): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ replayed: boolean }>(
    'SELECT pg_current_wal_lsn() >= $1::pg_lsn AS replayed',
    [lsn],
  );
  return rows[0]?.replayed ?? false;
}

/** What a restored database holds: its size, its documents and the time of the last one. */
export interface Contents {
  bytes: number;
  documents: number;
  lastIssuedAt: Date | null;
}

export async function readContents(db: Db): Promise<Contents> {
  const { rows } = await poolOf(db).query<Record<keyof Contents, string | null>>(
    `SELECT pg_database_size(current_database())::text AS bytes,
      (SELECT count(*)::text FROM documents) AS documents,
      (SELECT created_at::text FROM documents ORDER BY id DESC LIMIT 1) AS "lastIssuedAt"`,
  );
  const { bytes, documents, lastIssuedAt } = rows[0] as (typeof rows)[0];
  return {
    bytes: Number(bytes),
    documents: Number(documents),
    lastIssuedAt: lastIssuedAt === null ? null : new Date(lastIssuedAt),
  };
}
