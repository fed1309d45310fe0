export interface Statement {
  text: string;
  values: unknown[];
}
export interface OfTheCrowd {
  id: string;
  key: string;
  number: number;
  kind: string;
  ruc: string;
  request: string;
  open: boolean;
}
export function fillCrowd(
  databaseUrl: string,
  crowd: { documents: number; businesses: number; stuckEvery: number },
): Promise<void>;
export function someOfTheCrowd(databaseUrl: string, count: number): Promise<OfTheCrowd[]>;
export function hearStatements(): { heard: Map<string, Statement>; stop(): void };
export function wholeTablesRead(
  databaseUrl: string,
  statements: Iterable<Statement>,
): Promise<{ table: string; mode: string; text: string }[]>;
