/** The URLs of the servers that `npm test` starts. */

/** @returns the URL of a server of the test run */
export function requiredEnv(name: 'DATABASE_URL' | 'REDIS_URL'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
