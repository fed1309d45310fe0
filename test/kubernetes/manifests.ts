/** Reads the manifests of the base, and the parts of them that the tests look at. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  securityContext: object;
}

export interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; terminationGracePeriodSeconds?: number };
    };
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

/** Every document of every file of the base. */
export const manifestsOf = (folder: string): Manifest[] =>
  readdirSync(path.join(folder, 'base'))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readFileSync(path.join(folder, 'base', file), 'utf8')))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as Manifest;
    });
