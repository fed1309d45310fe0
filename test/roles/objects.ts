/** Reads what a migrated database has that a program could name. */
import pg from 'pg';

export interface Objects {
  /** Of each table. */
  columns: Map<string, string[]>;
  /** With their schema. */
  partitions: string[];
  /** Each with the table whose rows it numbers. */
  sequences: Map<string, string>;
  /** Of each function, a call without values. */
  calls: Map<string, string[]>;
}

export async function objectsOf(ownerUrl: string): Promise<Objects> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const read = async <T>(text: string) => {
    const { rows } = await owner.query<{ name: string; of: T }>(text);
    return new Map(rows.map((row) => [row.name, row.of]));
  };
  const objects = {
    columns: await read<string[]>(COLUMNS),
    partitions: [...(await read(PARTITIONS)).keys()],
    sequences: await read<string>(SEQUENCES),
    calls: await read<string[]>(CALLS),
  };
  await owner.end();
  return objects;
}

const COLUMNS = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS of
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
    AND NOT a.attisdropped GROUP BY 1`;

const PARTITIONS = `
  SELECT oid::regclass::text AS name FROM pg_class WHERE relispartition AND relkind = 'r'`;

/** One that no column owns numbers documents. */
const SEQUENCES = `
  SELECT s.relname AS name, coalesce(t.relname, 'documents') AS of
  FROM pg_class s LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass
    AND d.deptype IN ('a', 'i') LEFT JOIN pg_class t ON t.oid = d.refobjid
  WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`;

const CALLS = `
  SELECT p.proname AS name, array_agg(format('%s(%s)', p.oid::regproc,
    (SELECT string_agg(format('NULL::%s', argument.type::regtype), ', ' ORDER BY argument.place)
     FROM unnest(p.proargtypes) WITH ORDINALITY AS argument (type, place)))) AS of
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e') GROUP BY 1`;
