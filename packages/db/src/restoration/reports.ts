/** What the steps of a restoration came to: written by the worker, kept as JSON with it. */

/** What was read back from the journal and the files. */
export interface RebuiltReport {
  /** Documents from the journal; of those, how many were signed and how many settled. */
  documents: number;
  signed: number;
  settled: number;
  /** Documents rebuilt from their signed XML alone. */
  withoutReference: number;
  /** Pending documents that had been signed or answered since. */
  resumed: number;
  /** The rebuilt numbers of each series. */
  series: RebuiltSeries[];
  /** What could not be written, and the reason. */
  failed: { id: number; ruc: string; number: string; reason: string }[];
}

export interface RebuiltSeries {
  ruc: string;
  environment: string;
  series: string;
  from: number;
  to: number;
  documents: number;
}

/** What the authority knows. */
export interface AskedReport {
  series: AskedSeries[];
}

export interface AskedSeries {
  ruc: string;
  environment: string;
  series: string;
  /** Numbers that the authority has and the database does not. */
  registered: number[];
  /** Numbers up to the last that neither has, or that the authority cannot be queried for. */
  unexplained: number[];
  /** Queried until a whole stretch was not registered; else `reason` says in Spanish why not. */
  complete: boolean;
  reason?: string;
}
