/** Finds documents for support by reference, number, id, request id, client or printed QR code. */
import type { Db } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';
import { type Bind, bindTo } from './documentFilter.js';
import { type ListedDocument, selectSummaries } from './documentSummary.js';
import { filterDocuments } from './filteredDocuments.js';
import { idIn, numberIn } from './searchedText.js';

/** A shorter text must be the whole reference, because too many references may begin with it. */
const SHORTEST = 4;

/**
 * Makes a query that finds ids; undefined when the text does not have the method's form. $1 is the
 * business or null, $2 the limit; `bind` makes a placeholder for a value.
 */
interface SearchMethod {
  name: string;
  sql(text: string, bind: Bind): string | undefined;
}

/** The methods of search, each with an index. */
const METHODS: readonly SearchMethod[] = [
  {
    name: 'key',
    // by prefix: all characters of a reference sort between "!" and "~"
    sql: (text, bind) =>
      /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text)
        ? `SELECT document_id AS id FROM "references" WHERE key >= ${bind(text)}::text
            AND key < ${bind(text + (text.length < SHORTEST ? '!' : '~'))}::text
              AND ($1::int IS NULL OR business_id = $1) ORDER BY key LIMIT $2`
        : undefined,
  },
  {
    name: 'number',
    // only series that have reached the number: each is looked up in every month
    sql(text, bind) {
      const { ruc, series, digits } = numberIn(text) ?? {};
      if (!series || ruc) return undefined;
      const number = bind(Number(digits));
      return `SELECT d.id FROM series s CROSS JOIN LATERAL (
          SELECT id FROM documents
          WHERE business_id = s.business_id AND environment = s.environment AND kind = s.kind
            AND series = s.code AND number = ${number} OFFSET 0) AS d
        WHERE s.code = ${bind(series)} AND s.last_number >= ${number}
          AND ($1::int IS NULL OR s.business_id = $1) LIMIT $2`;
    },
  },
  {
    name: 'number_of_business',
    sql(text, bind) {
      const { ruc, series, digits } = numberIn(text) ?? {};
      if (!series || !ruc) return undefined;
      return `SELECT id FROM documents
        WHERE business_id = (SELECT id FROM businesses WHERE ruc = ${bind(ruc)})
          AND kind = ${bind(series.startsWith('B') ? 'boleta' : 'factura')}
          AND series = ${bind(series)} AND environment = ANY ('{simulator,beta,production}')
          AND number = ${bind(Number(digits))} AND ($1::int IS NULL OR business_id = $1) LIMIT $2`;
    },
  },
  {
    name: 'unseparated',
    sql(text, bind) {
      const { ruc, series, numbers } = unseparated(text) ?? { numbers: [] };
      if (!ruc || !series || numbers.length === 0) return undefined;
      return `SELECT d.id
        FROM unnest(${bind(numbers.map(([number]) => number))}::int[],
          ${bind(numbers.map(([, rest]) => rest))}::text[]) AS printed (number, rest)
        CROSS JOIN LATERAL (SELECT id, total FROM documents
          WHERE business_id = (SELECT id FROM businesses WHERE ruc = ${bind(ruc)})
            AND kind = ${bind(series.startsWith('B') ? 'boleta' : 'factura')}
            AND series = ${bind(series)}
            AND environment = ANY ('{simulator,beta,production}')
            AND documents.number = printed.number
            AND ($1::int IS NULL OR business_id = $1) OFFSET 0) AS d
        WHERE starts_with(rest, d.total::text) LIMIT $2`;
    },
  },
  {
    name: 'id',
    sql(text, bind) {
      const id = idIn(text);
      return id !== undefined
        ? `SELECT id FROM documents
          WHERE id = ${bind(id)} AND ($1::int IS NULL OR business_id = $1) LIMIT $2`
        : undefined;
    },
  },
  {
    name: 'request',
    sql: (text, bind) =>
      /^[A-Za-z0-9._-]{8,64}$/.test(text)
        ? `SELECT id FROM documents
          WHERE request_id = ${bind(text)} AND ($1::int IS NULL OR business_id = $1) LIMIT $2`
        : undefined,
  },
];

/**
 * Reads a printed QR from a scanner that types no separators, so that RUC, 03, series, number, IGV
 * and total run together. Gives each possible number with the digits that would follow its IGV; the
 * document whose total is at that place is the one.
 */
function unseparated(text: string) {
  const [, ruc = '', series = '', rest = ''] =
    /^\W*(?:Q\d)?(\d{11})0?[13]([bf][a-z0-9]{3})(\d+\.\d\d\d.*)$/i.exec(text) ?? [];
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((size): [number, string][] => {
    const [, number, after] =
      new RegExp(`^([1-9]\\d{${size - 1}})\\d+\\.\\d\\d(.+)$`).exec(rest) ?? [];
    return number && after ? [[Number(number), after]] : [];
  });
  return ruc ? { ruc, series: series.toUpperCase(), numbers } : undefined;
}

/**
 * Finds documents, the newest first. The text may be the beginning of a reference (or a very short
 * whole one), series and number with or without RUC, an id or a request id; if none of these
 * matches, the client's identity document.
 * @param clients false for a caller that lists the documents of a client itself
 */
export async function searchDocuments(
  db: Db,
  text: string,
  { scope, limit = 50, clients = true }: { scope: Scope; limit?: number; clients?: boolean },
): Promise<ListedDocument[]> {
  const found = await searchByMethods(db, text, { scope, limit });
  if (found.length > 0 || !clients || !/^[A-Za-z0-9-]{4,15}$/.test(text)) return found;
  const ofClient = { scope, clientDocument: text };
  return (await filterDocuments(db, ofClient, { limit, newestFirst: true })).rows;
}

/** Searches with all methods in one statement. */
async function searchByMethods(
  db: Db,
  text: string,
  { scope, limit }: { scope: Scope; limit: number },
): Promise<ListedDocument[]> {
  const values: unknown[] = [scopeParameter(scope), limit];
  const bind = bindTo(values);
  const asked = METHODS.flatMap(({ name, sql }) => {
    const way = sql(text, bind);
    return way === undefined ? [] : [{ name, way }];
  });
  if (asked.length === 0) return [];
  const ids = asked.map(({ way }) => `(${way})`).join(' UNION ALL ');
  return selectSummaries(
    db,
    `search_${asked.map(({ name }) => name).join('_')}`,
    `d.id = ANY (ARRAY(${ids})) ORDER BY d.id DESC LIMIT $2`,
    values,
  );
}
