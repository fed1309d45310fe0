/** A connection to PostgreSQL for one piece of work, and the tasks on a whole server. */
import pg from 'pg';
import { SESSION_SETTINGS, withSettings } from '../../prisma/sessionSettings.mjs';

/** Connects, works, disconnects. */
export async function withClient(url, work) {
  const connectionString = withSettings(url, SESSION_SETTINGS);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The address of the database that every server has, beside the one of this address. */
export function serverUrl(url) {
  const server = new URL(url);
  server.pathname = '/postgres';
  return server.href;
}

export const nameIn = (url) => decodeURIComponent(new URL(url).pathname.slice(1));

export const createDatabase = (url) =>
  withClient(serverUrl(url), (client) =>
    client.query(`create database ${pg.escapeIdentifier(nameIn(url))}`),
  );

export const dropDatabase = (url) =>
  withClient(serverUrl(url), (client) =>
    client.query(`drop database ${pg.escapeIdentifier(nameIn(url))} with (force)`),
  );
