/** Gives the connections of API and worker their plans. */
import { INDEX_PLANS, withSettings } from '../../../../prisma/sessionSettings.mjs';

/** Adds the settings to a database URL. */
export const withIndexPlans = (databaseUrl: string): string =>
  withSettings(databaseUrl, INDEX_PLANS);
