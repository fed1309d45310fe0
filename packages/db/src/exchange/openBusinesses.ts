/** Finds the businesses with documents that a worker may take. */

/**
 * SQL: a recursive CTE "open" of the ids of businesses with pending documents outside review. It
 * looks once into the index for each business, however many documents wait.
 * @param where SQL: a condition on the statement, evaluated before any business is read
 */
export const openBusinesses = (where = 'true'): string => `
  open (business_id) AS (
    SELECT min(business_id) FROM emissions WHERE review_reason IS NULL AND ${where}
    UNION ALL
    SELECT (SELECT min(e.business_id) FROM emissions e
      WHERE e.review_reason IS NULL AND e.business_id > open.business_id)
    FROM open WHERE open.business_id IS NOT NULL)`;
