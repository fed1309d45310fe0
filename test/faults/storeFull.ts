/** F23: a full file store is reported while it is full, and documents go on afterwards. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Cluster } from './cluster.js';
import { post } from './load.js';
import { allName, noneNames, readyz, timeline, untilStep } from './observe.js';
import type { Scenario } from './scenario.js';

/** Limits the size of files of these processes, as if the disk were full (Linux, util-linux). */
function limit({ apis, workers }: Cluster, bytes: '0' | 'unlimited'): void {
  for (const { child } of [...apis, ...workers])
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
}

const MOST_LOGGED = 150_000;

export const STORE_FULL: Scenario = {
  name: 'F23 the file store is full',
  checkpoints: 'all',
  seconds: 20,
  inject: async (cluster, tenant) => {
    const ports = [...cluster.apiPorts, ...cluster.workerPorts];
    const all = [...cluster.apis, ...cluster.workers];
    const before = all.map(({ log }) => log().length);
    limit(cluster, '0');
    try {
      await allName(ports, 'archivos_sin_espacio');
      for (const port of ports) expect((await readyz(port)).status).toBe(200);
      const answer = await post(cluster.apiPorts[0] as number, tenant, {
        reference: `sin-disco-${tenant.id}`,
        kind: 'boletas',
        client: '45678912',
      });
      expect(answer).toMatchObject({ status: 201 });
      const { id } = (JSON.parse(answer?.body ?? '') as { datos: { id: number } }).datos;
      await sleep(10_000);
      expect(await timeline(cluster, id)).not.toContain('accepted');
      limit(cluster, 'unlimited');
      await noneNames(ports, 'archivos_sin_espacio');
      await untilStep(cluster, id, 'accepted');
    } finally {
      limit(cluster, 'unlimited');
    }
    all.forEach(({ name, log }, index) => {
      const logged = log().slice(before[index]);
      const alarms = logged.split('\n').filter((line) => /"ALARMA: No hay espacio/.test(line));
      expect([name, alarms.length, logged.length < MOST_LOGGED]).toEqual([name, 1, true]);
    });
  },
};
