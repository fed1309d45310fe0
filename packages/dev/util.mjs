import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const started = Date.now();
export const say = (message) => console.error(`[${((Date.now() - started) / 1000).toFixed(1)}s] ${message}`);
export class Advice extends Error {}

/** Where this checkout keeps its data: inside it, or under /var/tmp when root's home hides it from other users. */
export const isRoot = process.getuid?.() === 0;
function openToOthers(dir) {
  for (let d = dir; ; d = path.dirname(d)) {
    if (!(statSync(d).mode & 0o001)) return false;
    if (d === path.dirname(d)) return true;
  }
}
export const hidden = isRoot && !openToOthers(root);
/** What the checkout brings for itself: pnpm, a Redis. */
export const tools = path.join(root, '.tools');
/** All data of a run. */
export const home = path.resolve(root, process.env.RAFAGA_HOME ?? '.rafaga');
/** Where PostgreSQL keeps its cluster: in the home, unless its unprivileged user could not reach it there. */
export const clusters = hidden ? `/var/tmp/rafaga-${createHash('sha256').update(home).digest('hex').slice(0, 8)}` : home;

/** Postgres refuses to run as root: another user that this machine already has. */
export function unprivileged() {
  if (!isRoot) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((l) => l.split(':'));
  const user = users.find((u) => u[0] === 'postgres') ?? users.find((u) => u[0] === 'nobody') ?? users.find((u) => Number(u[2]) > 0);
  if (!user) throw new Advice('Running as root, and /etc/passwd lists no other user to run Postgres as. Give DATABASE_URL.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const quiet = options.quiet;
    const child = spawn(command, args, { cwd: root, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options });
    let out = '';
    child.stdout?.on('data', (d) => (out += d));
    child.stderr?.on('data', (d) => (out += d));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 || options.anyCode
        ? resolve({ code: code ?? 1, out })
        : reject(new Error(`${command} ${args.join(' ')}: ${signal ?? `exit ${code}`}\n${out}`)),
    );
  });
}
export function onPath(names, more = []) {
  for (const dir of [...(process.env.PATH ?? '').split(path.delimiter), ...more])
    for (const n of names) {
      const file = path.join(dir, process.platform === 'win32' ? `${n}.exe` : n);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {}
    }
}
export const freePort = (wanted) =>
  new Promise((resolve, reject) => {
    const s = createServer().unref();
    s.on('error', () => (wanted ? freePort(0).then(resolve, reject) : reject(new Error('no free port'))));
    s.listen(wanted ?? 0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });
/** One RESP command, without a client library. */
export const redisCommand = (url, ...words) =>
  new Promise((resolve, reject) => {
    const { hostname, port, username, password } = new URL(url);
    const socket = connect(Number(port || 6379), hostname);
    const lines = [
      ...(password ? [['AUTH', ...(username ? [decodeURIComponent(username)] : []), decodeURIComponent(password)]] : []),
      words,
    ];
    socket.setTimeout(2000, () => socket.destroy(new Error('timeout')));
    let text = '';
    socket.on('connect', () =>
      socket.end(lines.map((w) => `*${w.length}\r\n${w.map((x) => `$${Buffer.byteLength(x)}\r\n${x}\r\n`).join('')}`).join('')),
    );
    socket.on('data', (d) => (text += d));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
/** A background server in its own process group, so that Ctrl-C reaches it only through us, last. */
export function service(command, args, { ready, stopSignal, ...options }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32', ...options });
  let log = '';
  const up = new Promise((resolve, reject) => {
    const watch = (d) => {
      log = (log + d).slice(-20_000);
      if (ready.test(log)) resolve();
    };
    child.stdout.on('data', watch);
    child.stderr.on('data', watch);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${path.basename(command)} exited with ${code}\n${log}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.on('exit', resolve);
      child.kill(stopSignal);
    });
  return { up, stop, pid: child.pid };
}
