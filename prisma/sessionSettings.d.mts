/** Types of sessionSettings.mjs: values of settings by their names. */
type Settings = Readonly<Record<string, string>>;
export const SESSION_SETTINGS: Settings;
export const INDEX_PLANS: Settings;
export function withSettings(databaseUrl: string, settings: Settings): string;
