/** Starts Redis servers and sentinels for one test file, with the Redis of the project. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { redisProgram } from '../../packages/servers/redisProgram.mjs';

export interface RedisProcess {
  port: number;
  pid(): number;
  /** Starts it again, on its port and with its files. */
  start(): void;
  /** Sends it a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface RedisProcesses {
  server(settings: Settings): Promise<RedisProcess>;
  sentinel(settings: Settings): Promise<RedisProcess>;
  /** Writes a file for them. @returns its path */
  file(name: string, content: string): Promise<string>;
  /** Kills every process and removes their files. */
  stop(): Promise<void>;
}

/** The lines of its configuration for its port. */
type Settings = (port: number) => readonly string[];

const SERVER = ['save ""', 'appendonly yes', 'maxmemory-policy noeviction'];

export async function redisProcesses(): Promise<RedisProcesses> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-redis-'));
  const { file, env } = await redisProgram();
  const all: RedisProcess[] = [];

  async function start(settings: Settings, lines: readonly string[], args: string[]) {
    const port = await getPort();
    const config = path.join(folder, `${port}.conf`);
    const own = [`dir ${await mkdtemp(path.join(folder, 'server-'))}`, 'bind 127.0.0.1'];
    await writeFile(config, [...own, ...lines, ...settings(port)].join('\n'));
    let child: ChildProcess;
    const server: RedisProcess = {
      port,
      pid: () => child.pid as number,
      start() {
        child = spawn(file, [config, ...args], { env, stdio: 'ignore' });
      },
      async end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      },
    };
    server.start();
    all.push(server);
    return server;
  }

  return {
    server: (settings) => start(settings, SERVER, []),
    async file(name, content) {
      await writeFile(path.join(folder, name), content);
      return path.join(folder, name);
    },
    sentinel: (settings) => start(settings, [], ['--sentinel']),
    async stop() {
      await Promise.all(all.map((server) => server.end('SIGKILL')));
      await rm(folder, { recursive: true });
    },
  };
}
