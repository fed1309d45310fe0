/**
 * The servers that an address names: `?host=db1,db2&port=5432` as libpq reads it. A new connection
 * goes to the one that accepted writes last; when it refuses, or is a standby, the next connection
 * goes to the next one.
 */
import pg from 'pg';

/**
 * The options of a pool that name its server.
 * @param url of one server or of several, which replicate each other
 */
export function serversOf(url: string): pg.PoolConfig {
  const urls = eachServer(url);
  if (urls.length < 2) return { connectionString: url };
  return { Client: writableAmong(urls) as unknown as NonNullable<pg.PoolConfig['Client']> };
}

/** How many servers an address names. */
export const countServers = (url: string): number => eachServer(url).length;

/** The address of each server alone. */
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

/** @param urls two or more */
function writableAmong(urls: readonly string[]): typeof pg.Client {
  let current = 0;
  return class extends pg.Client {
    readonly #at = current;

    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: urls[current] as string });
      // a pool listens only after connect(), which ends here one statement later than usual: the
      // error of a socket that closes before would end the process
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

    async #connectOrLeave(): Promise<pg.Client> {
      try {
        await super.connect();
        await this.#needWritable();
        return this;
      } catch (error) {
        if (current === this.#at) current = (current + 1) % urls.length;
        void this.end().catch(() => undefined);
        throw error;
      }
    }

    async #needWritable(): Promise<void> {
      const { rows } = await this.query<{ standby: boolean }>(
        'SELECT pg_is_in_recovery() AS standby',
      );
      if (rows[0]?.standby) throw new Error('this server is a standby');
    }
  };
}
