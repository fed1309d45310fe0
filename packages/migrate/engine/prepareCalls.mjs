/**
 * Makes the functions of an earlier version fit for the migrations that follow: a call that waits
 * for a migration continues with the body that its function had when the call began.
 */
import { withClient } from '../database.mjs';

/** Of version 1.0.0: no index of a partitioned table has these columns without its key. */
const BY_NUMBER = 'ON CONFLICT (business_id, kind, series, environment, number) DO NOTHING';
const BY_ANY_INDEX = 'ON CONFLICT DO NOTHING';

const BODY = `SELECT pg_get_functiondef(to_regproc('public.issue_batch')) AS text`;

/** The definition that it replaces keeps its owner, privileges and settings. */
export const prepareCalls = (url) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(BODY);
    const text = rows[0].text ?? '';
    if (text.includes(BY_NUMBER)) await client.query(text.replace(BY_NUMBER, BY_ANY_INDEX));
  });
