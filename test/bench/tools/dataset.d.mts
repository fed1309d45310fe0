/** Types of dataset.mjs. */
export interface Statement {
  text: string;
  values: unknown[];
}
export interface SampledDocument {
  id: string;
  key: string;
  number: number;
  kind: string;
  ruc: string;
  request: string;
  /** The document of its client. */
  client: string;
  open: boolean;
}
export function fillDataset(
  databaseUrl: string,
  dataset: { documents: number; businesses: number; stuckEvery: number; months?: boolean },
): Promise<void>;
export function sampleDocuments(databaseUrl: string, count: number): Promise<SampledDocument[]>;
export function recordStatements(): { recorded: Map<string, Statement>; stop(): void };
export function sequentialScans(
  databaseUrl: string,
  statements: Iterable<Statement>,
): Promise<{ table: string; mode: string; text: string }[]>;
