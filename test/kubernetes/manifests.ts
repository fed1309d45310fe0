/** Reads the manifests of the base, and the parts of them that the tests look at. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  args?: string[];
  env?: { name: string; value?: string }[];
  envFrom?: { secretRef?: { name: string; optional?: boolean } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  securityContext: object;
}

export interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: Container[];
        initContainers?: Container[];
        terminationGracePeriodSeconds?: number;
      };
    };
    /** Of a CronJob. */
    jobTemplate?: Manifest;
    scaleTargetRef: { name: string };
    maxReplicaCount?: number;
    triggers?: { type: string; metadata: Record<string, string> }[];
  };
}

export interface Kustomization {
  resources?: string[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

export const kustomization = (folder: string): Kustomization =>
  parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8'));

/** Every document of every file of a folder: the base, or the backup. */
export const manifestsOf = (folder: string): Manifest[] =>
  readdirSync(folder)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as Manifest;
    });
