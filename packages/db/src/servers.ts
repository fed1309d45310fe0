/**
 * The servers that an address names: `?host=db1,db2&port=5432`, as libpq reads it. A new connection
 * goes to the server that accepted writes last; when it refuses, is a standby or is read only, the
 * next connection goes to the next server. Once another server accepts writes, the connections to
 * the one before are closed, because its data may be older than what callers were told.
 */
import pg from 'pg';

/**
 * The options of a pool that select the server.
 * @param url names one server, or several that replicate each other
 */
export function serversOf(url: string): pg.PoolConfig {
  const urls = eachServer(url);
  if (urls.length < 2) return { connectionString: url };
  return { Client: writableAmong(urls) as unknown as NonNullable<pg.PoolConfig['Client']> };
}

/** The number of servers in an address. */
export const countServers = (url: string): number => eachServer(url).length;

/** One address for each server. */
export function eachServer(url: string): string[] {
  const whole = new URL(url);
  const { searchParams } = whole;
  const hosts = (searchParams.get('host') ?? whole.hostname).split(',');
  const ports = (searchParams.get('port') ?? whole.port).split(',');
  if (hosts.length < 2) return [url];
  for (const name of ['host', 'port', 'target_session_attrs']) searchParams.delete(name);
  return hosts.map((hostname, at) =>
    Object.assign(new URL(whole), { hostname, port: ports[at] ?? ports[0] }).toString(),
  );
}

type Done = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** A read-only server is used when all others have refused within this time. */
const REFUSED_MS = 5_000;
/** PostgreSQL's code for a write to a standby, or to a server that is read only. */
const READ_ONLY = '25006';

/** The state that connections to the servers of one address share. */
interface Servers {
  readonly urls: readonly string[];
  /** The index of the server for the next connection. */
  current: number;
  /** When each server last refused writes. */
  readonly refusedAt: number[];
  readonly connected: Set<ServerClient>;
}

interface ServerClient {
  readonly at: number;
  /** Breaks the connection, so that its pool replaces it. */
  leave(): void;
}

/** @param urls two or more */
function writableAmong(urls: readonly string[]): typeof pg.Client {
  const servers: Servers = {
    urls,
    current: 0,
    refusedAt: urls.map(() => Number.NEGATIVE_INFINITY),
    connected: new Set(),
  };
  return class extends pg.Client implements ServerClient {
    readonly at = servers.current;

    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: urls[servers.current] as string });
      // this listener is needed because connect() ends one statement later than usual, and the pool
      // listens only from then on: an error of the socket before that would end the process
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<pg.Client> | undefined {
      const settled = this.#connectOrLeave();
      if (!done) return settled;
      settled.then(
        () => (done as () => void)(),
        (error: Error) => (done as (error: Error) => void)(error),
      );
      return undefined;
    }

    leave(): void {
      // destroyed, not ended: the pool could otherwise hand out an idle connection
      connectionOf(this).stream.destroy();
    }

    async #connectOrLeave(): Promise<pg.Client> {
      try {
        await super.connect();
        const { rows } = await this.query<State>(STATE);
        admit(servers, this.at, rows[0] as State);
      } catch (error) {
        servers.refusedAt[this.at] = performance.now();
        if (servers.current === this.at) servers.current = (this.at + 1) % urls.length;
        void this.end().catch(() => undefined);
        throw error;
      }
      join(servers, this);
      return this;
    }
  };
}

interface State {
  standby: boolean;
  readOnly: boolean;
}

const STATE = `SELECT pg_is_in_recovery() AS standby,
  current_setting('default_transaction_read_only')::boolean AS "readOnly"`;

/** The server is read only; its data may be read while no other server accepts writes. */
export class ReadOnly extends Error {}

function admit({ refusedAt }: Servers, own: number, { standby, readOnly }: State): void {
  if (standby) throw new Error('this server is a standby');
  const now = performance.now();
  const isLast = refusedAt.every((time, at) => at === own || now - time < REFUSED_MS);
  if (readOnly && !isLast) throw new ReadOnly('this server is read only');
}

/**
 * Registers a connection and closes those to other servers. Its first refused write breaks it, so
 * that the next connection tries another server.
 */
function join({ connected }: Servers, client: pg.Client & ServerClient): void {
  for (const other of connected) if (other.at !== client.at) other.leave();
  connected.add(client);
  client.once('end', () => connected.delete(client));
  connectionOf(client).on('errorMessage', ({ code }) => {
    // after the caller has received the error
    if (code === READ_ONLY) setImmediate(() => client.leave());
  });
}

/** A part of pg's client that its types omit. */
interface Connection {
  stream: { destroy(): void };
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
}

const connectionOf = (client: pg.Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
