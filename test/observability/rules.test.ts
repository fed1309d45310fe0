/**
 * The shipped alerts and dashboard read metrics that the processes serve, which keep to the
 * conventions of Prometheus, and each alert fires.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { startTestPanel } from '../support/panel.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { promtool } from '../support/testPrograms.mjs';

const folder = path.resolve(import.meta.dirname, '../../docker/observability');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const run = promisify(execFile);

let environment: TestEnvironment;
let api: ApiProcess;
let pages: Record<'api' | 'worker' | 'panel', string>;
beforeAll(async () => {
  environment = await startEnvironment();
  const { databaseUrl, redisUrl, filesDir } = environment;
  api = await startApiProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    RAFAGA_HOME: path.dirname(filesDir),
  });
  pages = await scrapeAll();
});
afterAll(async () => {
  await api.end('SIGTERM');
  await environment.stop();
});

async function scrapeAll(): Promise<typeof pages> {
  const { databaseUrl, redisUrl } = environment;
  const [worker, panel] = await Promise.all([
    environment.work(),
    startTestPanel({ databaseUrl, redisUrl }),
  ]);
  // so that its routes have series too
  await (await panel.as('admin')).open('/colas');
  await api.boleta({});
  const answer = await fetch(`http://127.0.0.1:${api.healthPort}/metrics`);
  const found = {
    api: await answer.text(),
    worker: await worker.metrics(),
    panel: await panel.metrics(),
  };
  await panel.stop();
  return found;
}

test.each(['api', 'worker', 'panel'] as const)(
  'promtool finds no fault in the metrics of the %s',
  async (name) => {
    const { file, env } = await promtool();
    const checked = run(file, ['check', 'metrics'], { env });
    checked.child.stdin?.end(pages[name]);
    expect(await checked).toEqual({ stdout: '', stderr: '' });
    expect(pages[name]).toMatch(/^rafaga_\w+(_count)?(\{.*\})? \d/m);
  },
);

test('promtool accepts the rules, and each alert fires for its fault alone', async () => {
  const { file: tool, env } = await promtool();
  for (const [command, file] of [
    ['check', 'rules.yaml'],
    ['test', 'rules.test.yaml'],
  ])
    await run(tool, [command as string, 'rules', file as string], { cwd: folder, env });
});

test('on Kubernetes, the ports of health are scraped with the jobs that the alerts read', () => {
  const {
    scrape_configs: [{ relabel_configs: rules }],
  } = parse(read('kubernetes.yaml'));
  const [kept, job] = rules as { source_labels: string[]; regex?: string; target_label?: string }[];
  expect(kept).toMatchObject({ action: 'keep', regex: 'health' });
  expect(job).toMatchObject({
    source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
    target_label: 'job',
  });
  const base = path.join(folder, '../kubernetes/base');
  const jobs = new Set([...read('rules.yaml').matchAll(/\bjob="(\w+)"/g)].map(([, name]) => name));
  expect(jobs.size).toBeGreaterThan(1);
  for (const name of jobs) {
    const manifest = readFileSync(path.join(base, `${name}.yaml`), 'utf8');
    expect(manifest).toContain(`labels: { app.kubernetes.io/name: ${name} }`);
    expect(manifest).toMatch(/\{ name: health, containerPort: \d+ \}/);
    // the usual job that scrapes by annotation would have every series a second time
    expect(manifest).not.toContain('prometheus.io/scrape');
  }
});

test('every alert has a test and a paragraph of the runbook', () => {
  const alerts = [...read('rules.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(alerts.length).toBeGreaterThan(10);
  const [readme, tests] = [read('README.md'), read('rules.test.yaml')];
  const fired = [...tests.matchAll(/alertname: (\w+)\n\s+exp_alerts/g)].map(([, name]) => name);
  for (const name of alerts) {
    expect(readme).toContain(`\n### ${name}\n`);
    expect(read('rules.yaml')).toContain(`README.md#${name.toLowerCase()}\n`);
    expect(fired).toContain(name);
  }
});

test('the table of the runbook has every condition that a program begins', async () => {
  const root = path.join(folder, '../..');
  const sources = ['apps/*/src/*.ts', 'packages/*/src/*.ts', ':!*.test.ts'];
  const args = ['grep', '-lE', '\\b(Condition|conditions|Probe)\\b', '--', ...sources];
  const { stdout } = await run('git', args, { cwd: root });
  const begun = new Set<string>();
  for (const file of stdout.trim().split('\n')) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, word, name] of source.matchAll(/\bword: (?:'(\w+)'|([A-Z_]+)\b)/g))
      begun.add(word ?? new RegExp(`const ${name} = '(\\w+)'`).exec(source)?.[1] ?? `${name}`);
  }
  // of a process that reports nothing: the panel's alone
  begun.delete('sin_senales');
  const rows = read('../README.md').matchAll(/^ {2}\| (`[a-z_]+`(?:, `[a-z_]+`)*) +\|/gm);
  const words = [...rows].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  expect(words.sort()).toEqual([...begun].sort());
});

test('rules and dashboard name only metrics that a process serves', async () => {
  const served = new Set(
    [
      ...Object.values(pages)
        .join('\n')
        .matchAll(/^# TYPE (\w+)/gm),
    ].map(([, name]) => name),
  );
  const used = `${read('rules.yaml')}\n${read('grafana/dashboards/rafaga.json')}`.matchAll(
    /\b(rafaga|process|nodejs)_[a-z0-9_]+/g,
  );
  const names = new Set([...used].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')));
  expect([...names].filter((name) => !served.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(12);
  expect(pages.worker).toMatch(/^rafaga_leases_held \d+$/m);
});
