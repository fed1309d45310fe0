/** Gives connections settings of PostgreSQL from their first statement on. */

/** Adds settings, each `NAME=value`, to a database URL. */
export function withSettings(databaseUrl: string, settings: readonly string[]): string {
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options'), ...settings.map((setting) => `-c ${setting}`)];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
