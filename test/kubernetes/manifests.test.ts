/** The Kubernetes manifests are valid by the published schemas, and what they name exists. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parse } from 'yaml';
import { kustomization, type Manifest, manifestsOf } from './manifests.js';

const folder = path.resolve(import.meta.dirname, '../../docker/kubernetes');
const PARTS = ['base', 'backup', 'cli', 'contract'];
const manifests = PARTS.flatMap((part) => manifestsOf(path.join(folder, part)));
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
const containersOf = ({ spec }: Manifest) => spec.template.spec.containers;

const MODELS = {
  ConfigMap,
  CronJob,
  Deployment,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  StatefulSet,
  ScaledObject,
  Service,
  ServiceAccount,
  TriggerAuthentication,
} as unknown as Record<string, new (data: object) => { validate(): void }>;

test.each(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
  '%s is valid by its schema',
  (_name, manifest) => {
    const Model = MODELS[manifest.kind];
    if (!Model) throw new Error(`no schema for ${manifest.kind}`);
    expect(() => new Model(manifest).validate()).not.toThrow();
  },
);

test('the schemas refuse what is no manifest', () => {
  const [deployment] = ofKind('Deployment');
  const broken = { ...deployment, spec: { ...deployment?.spec, replicas: 'two' } };
  expect(() =>
    new (MODELS.Deployment as never as typeof Deployment)(broken as never).validate(),
  ).toThrow(/replicas/);
});

test('every file of a part is a resource of it, and overlays change what exists', () => {
  for (const part of PARTS) {
    const { resources = [] } = kustomization(path.join(folder, part));
    const files = readdirSync(path.join(folder, part)).filter(
      (file) => file !== 'kustomization.yaml',
    );
    expect([...resources].sort()).toEqual(files.sort());
  }
  for (const name of readdirSync(path.join(folder, 'overlays'))) {
    const overlay = kustomization(path.join(folder, 'overlays', name));
    expect(overlay.resources).toEqual(['../../base']);
    for (const { target, patch } of overlay.patches ?? []) {
      const [found] = ofKind(target.kind).filter((each) => each.metadata.name === target.name);
      for (const { op, path: at } of parse(patch) as { op: string; path: string }[]) {
        expect(op).toBe('replace');
        const value = at.split('/').slice(1).reduce<unknown>(step, found);
        expect({ at, value }).toEqual({ at, value: expect.anything() });
      }
    }
  }
});

const step = (value: unknown, name: string) => (value as Record<string, unknown>)?.[name];

test.each([
  ['api', 'main.ts'],
  ['worker', 'settings.ts'],
  ['panel', 'main.ts'],
  ['cli', 'doctor/diagnose.ts', 'commands/usuario.ts'],
])('the variables of %s are its program’s', (name, ...readers) => {
  const [container] = containersOf(programOf(name));
  const sources = readers.map((file) => sourceOf(name, file));
  const files = ['secretConfig.ts', 'storeConfig.ts', 'redis/redisConfig.ts'];
  const known = [...sources, ...files.map(shared)].join('\n');
  const variables = container?.env ?? [];
  expect(variables.map((variable) => variable.name)).toContain('DATABASE_URL_FILE');
  for (const variable of variables) {
    const plain = variable.name.replace(/_FILE$/, '');
    expect(known).toMatch(new RegExp(`\\b${plain}\\b`));
    expect(variable.value).toBe(`/run/secrets/rafaga/${path.basename(variable.value ?? '')}`);
    expect(readme()).toContain(`\`${path.basename(variable.value ?? '')}\``);
  }
});

test.each([
  ['worker', ['RAFAGA_WORKER_KEY_PREVIOUS', 'RAFAGA_MASTER_KEY']],
  ['panel', ['RAFAGA_PANEL_KEY_PREVIOUS', 'RAFAGA_MASTER_KEY', 'ALERT_…']],
  ['cli', ['RAFAGA_WORKER_KEY_PREVIOUS', 'RAFAGA_PANEL_KEY_PREVIOUS', 'RAFAGA_MASTER_KEY']],
])('%s has a Secret for keys of before, which may be absent', (name, variables) => {
  const [container] = containersOf(programOf(name));
  const secret = `rafaga-${name}-env`;
  expect(container?.envFrom).toContainEqual({ secretRef: { name: secret, optional: true } });
  const row = readme().match(new RegExp(`^\\| \`${secret}\` .*$`, 'm'))?.[0];
  for (const variable of variables) expect(row).toContain(`\`${variable}\``);
});

const programOf = (name: string) =>
  [...ofKind('Deployment'), ...ofKind('Job')].find(
    ({ metadata }) => metadata.name === name,
  ) as Manifest;

const sourceOf = (app: string, file: string): string =>
  readFileSync(path.resolve(folder, `../../apps/${app}/src/${file}`), 'utf8');
const shared = (file: string) =>
  readFileSync(path.resolve(folder, `../../packages/runtime/src/${file}`), 'utf8');
const readme = () => readFileSync(path.join(folder, 'README.md'), 'utf8');

test('ports are those of the images, and probes ask the port of health', () => {
  const dockerfile = readFileSync(path.resolve(folder, '../Dockerfile'), 'utf8');
  for (const deployment of ofKind('Deployment')) {
    const { name } = deployment.metadata;
    const [container] = containersOf(deployment);
    const ports = Object.fromEntries(
      (container?.ports ?? []).map((port) => [port.name, port.containerPort]),
    );
    expect(dockerfile).toContain(`${name.toUpperCase()}_HEALTH_PORT=${ports.health}`);
    // strangers may have taken every connection of the other port
    expect(dockerfile).toContain(`{process.env.${name.toUpperCase()}_HEALTH_PORT}/healthz`);
    if (ports.http) expect(dockerfile).toContain(`${name.toUpperCase()}_PORT=${ports.http}`);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
      expect(container?.[probe]?.httpGet.port).toBe('health');
  }
});

test('selectors meet labels, and what is scaled exists', () => {
  const names = ofKind('Deployment').map(({ metadata }) => metadata.name);
  for (const deployment of ofKind('Deployment'))
    expect(deployment.spec.template.metadata.labels).toMatchObject(
      deployment.spec.selector.matchLabels,
    );
  for (const scaled of ofKind('ScaledObject'))
    expect(names).toContain(scaled.spec.scaleTargetRef.name);
  for (const budget of ofKind('PodDisruptionBudget')) expect(names).toContain(budget.metadata.name);
});

/** Of every kind that makes pods. */
const pods = () => [
  ...['Deployment', 'StatefulSet', 'Job'].flatMap(ofKind).map(({ spec }) => spec.template.spec),
  ...ofKind('CronJob').flatMap(({ spec }) => spec.jobTemplate?.spec.template.spec ?? []),
];

test('an upgrade keeps the replicas that the load asked for', () => {
  const scaled = ofKind('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name);
  expect(scaled.length).toBeGreaterThan(1);
  for (const { metadata, spec } of ofKind('Deployment'))
    expect([metadata.name, 'replicas' in spec]).toEqual([
      metadata.name,
      !scaled.includes(metadata.name),
    ]);
});

test('what waits for PostgreSQL is not ready, and is not killed', () => {
  for (const deployment of ofKind('Deployment')) {
    const [container] = containersOf(deployment);
    const paths = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
      (probe) => container?.[probe]?.httpGet.path,
    );
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  }
});

test('the commands of an upgrade select the job by its label, and contract by a flag', () => {
  const [migrate, contract] = ['migrate', 'contract'].map(
    (name) => ofKind('Job').find(({ metadata }) => metadata.name === name) as Manifest,
  );
  const label = 'app.kubernetes.io/name';
  expect(readme()).toContain(` -l ${label}=${migrate?.metadata.labels?.[label]}\n`);
  const [command] = containersOf(contract as Manifest);
  const dockerfile = readFileSync(path.resolve(folder, '../Dockerfile'), 'utf8');
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(command?.args?.slice(0, 2)).replace(',', ', ')}`,
  );
  const program = path.resolve(folder, '../..', command?.args?.[1] ?? '');
  expect(readFileSync(program, 'utf8')).toContain(`'${command?.args?.[2]}'`);
});

test('the backup gives commands of rafaga, with a variable that they read', () => {
  const source = readFileSync(
    path.resolve(folder, '../../apps/cli/src/commands/respaldo.ts'),
    'utf8',
  );
  const containers = pods()
    .flatMap(({ containers: own, initContainers = [] }) => [...initContainers, ...own])
    .filter(({ args }) => args?.[0] === 'respaldo');
  expect(containers.map(({ args }) => args?.[1])).toEqual([
    ...['recibir', 'crear', 'verificar', 'podar'],
  ]);
  for (const { args = [], env } of containers) {
    for (const word of args.slice(1).filter((each) => /^[a-z-]+$/.test(each)))
      expect(source).toMatch(new RegExp(`'${word}[ ']`));
    expect(env?.map(({ name }) => name)).toEqual(['DATABASE_BACKUP_URL_FILE']);
  }
});

test('no Service sets a variable of a program: that of api would be taken for API_PORT', () => {
  for (const pod of pods()) expect(pod).toMatchObject({ enableServiceLinks: false });
});

test('pods run without rights, and may drain before they are killed', () => {
  for (const pod of pods()) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])])
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
  const run = readFileSync(path.resolve(folder, '../../packages/runtime/src/run.ts'), 'utf8');
  const drainMs = Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(run)?.[1]?.replaceAll('_', ''));
  for (const { spec } of ofKind('Deployment'))
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainMs / 1_000 + 5);
});

test('PostgreSQL admits what the programs open, also while pods are replaced', () => {
  const read = (file: string) => readFileSync(path.resolve(folder, '../..', file), 'utf8');
  const numberIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1]);
  const pool = numberIn('packages/db/src/db.ts', /\bmax = (\d+)/);
  const heartbeat = numberIn('packages/db/src/processes/heartbeat.ts', /\bmax: (\d+)/);
  const issuing = numberIn('packages/db/src/issuing/issuance.ts', /\bmax: (\d+)/);
  const ofWorker = numberIn('apps/worker/src/start/openStores.ts', /MAX_CONNECTIONS = (\d+)/);
  const opens = {
    // it is two processes
    worker: 2 * (ofWorker + heartbeat),
    api: pool + issuing + heartbeat,
    panel: pool + heartbeat,
  };
  // one more with a read replica, and three are reserved for superusers
  const needed = (workers = 0, apis = 0, panels = 1) =>
    workers * opens.worker + apis * (opens.api + 1) + panels * (opens.panel + 1) + 3;

  const workers = numberIn('docker/README.md', /--scale worker=(\d+)/);
  const admitted = numberIn('docker/compose.yaml', /"max_connections=(\d+)"/);
  expect(needed(workers, 1)).toBeLessThan(admitted);
  const most = ['worker', 'api'].map((name) => {
    const scaled = ofKind('ScaledObject').find(({ metadata }) => metadata.name === name);
    return Math.ceil(1.25 * (scaled?.spec.maxReplicaCount ?? Number.NaN));
  });
  expect(needed(most[0], most[1], 2)).toBeLessThan(numberIn(README, /`max_connections = (\d+)`/));
  const said = `up to ${opens.worker}.*, an API ${opens.api} and a panel ${opens.panel}\\b`;
  for (const file of ['docker/README.md', README]) expect(read(file)).toMatch(new RegExp(said));
});

const README = 'docker/kubernetes/README.md';
