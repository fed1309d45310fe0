import { withSettings } from '../sessionSettings.js';

/**
 * Connection settings for a process that sends the same few statements often, each of which finds
 * its rows by keys: generic plans and no sequential scans. A plan made over an empty table would
 * otherwise go on to scan the full one.
 */
const PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** Adds these settings to a database URL. */
export const withIndexPlans = (databaseUrl: string): string => withSettings(databaseUrl, PLANS);
