/** Documents of a database that workers are to settle, and when they have done so. */

import { openDb } from './openDb.mjs';
import { createIssuer, sendersFor } from './senders.mjs';

/** Counting costs PostgreSQL time in proportion to the rows. */
const COUNT_EVERY_MS = 100;
const PRINTED_EVERY_MS = 250;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param databaseUrl of a migrated database
 * @param billUrl where the authority takes documents
 * @param businesses that issue them
 * @param printed the formats of their PDFs
 */
export async function createEmission({ databaseUrl, billUrl, businesses, printed = [] }) {
  const db = openDb(databaseUrl, { max: 4 });
  // what other benches left open would be sent too
  await db.pool.query('DELETE FROM emissions');
  const senders = await sendersFor(db, businesses, { billUrl, printFormats: printed });
  const ids = senders.map(({ id }) => id);
  const { left, unprinted } = countsOf(db, ids, printed.length);
  return {
    /** Their ids. */
    businesses: ids,
    left,
    /** @param options as those of createIssuer */
    async issue(documents, options) {
      const issuer = createIssuer(db, senders, options);
      await issuer.issue(documents);
      await issuer.close();
    },
    /**
     * Makes every open document due. Issued documents are left to the API's own enqueueing for five
     * seconds, in which the workers of a bench, which has no API, would idle.
     */
    makeDue: () =>
      db.pool.query('UPDATE emissions SET next_at = now() WHERE business_id = ANY ($1)', [ids]),
    /**
     * Waits until no document is open.
     * @param halfway called once, when `half` documents are left
     */
    async drained(half = 0, halfway = () => {}) {
      let awaited = half > 0;
      for (let open = await left(); open > 0; open = await left()) {
        if (awaited && open <= half) {
          awaited = false;
          halfway();
        }
        await sleep(COUNT_EVERY_MS);
      }
    },
    /** Waits until every document has its PDFs. */
    async allPrinted() {
      while (printed.length > 0 && (await unprinted()) > 0) await sleep(PRINTED_EVERY_MS);
    },
    close: () => db.close(),
  };
}

/** How many documents of the businesses are open, and how many lack one of `formats` PDFs. */
function countsOf(db, businesses, formats) {
  const count = async (text, ...values) => {
    const { rows } = await db.pool.query(text, [businesses, ...values]);
    return rows[0].n;
  };
  return {
    left: () => count('SELECT count(*)::int AS n FROM emissions WHERE business_id = ANY ($1)'),
    unprinted: () =>
      count(
        `SELECT count(*)::int AS n FROM documents d WHERE business_id = ANY ($1)
          AND $2 > (SELECT count(*) FROM files f
            WHERE f.document_id = d.id AND f.kind LIKE 'pdf-%')`,
        formats,
      ),
  };
}
