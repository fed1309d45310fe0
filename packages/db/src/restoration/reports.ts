/** The types of the reports that a worker stores as JSON with the restoration after each step. */

/** What was rebuilt from the journal and the files. */
export interface RebuiltReport {
  /** Documents from the journal; of those, how many were signed and how many settled. */
  documents: number;
  signed: number;
  settled: number;
  /** Documents rebuilt from their signed XML alone. */
  withoutReference: number;
  /** Pending documents whose files show a later state: signed or answered. */
  resumed: number;
  /** Documents in review that two persons had resolved; absent in older reports. */
  decided?: number;
  /** The rebuilt numbers of each series. */
  series: RebuiltSeries[];
  /** The documents that could not be written, with the reason. */
  failed: { id: number; ruc: string; number: string; reason: string }[];
  /** What became of lost files; absent in older reports. */
  files?: RestoredFiles;
}

/** The recorded files that the file store did not have when the step ran last. */
export interface RestoredFiles {
  /** From this time on the files of documents were examined. */
  since: string;
  /** Why not all of those could be examined. */
  failed?: string | undefined;
  /** Signed ZIPs that were made again with the same bytes. */
  signedAgain: number;
  /** The facturas whose CDR is lost. */
  cdrs: number[];
  /** How many CDRs of boletas are lost, which the authority does not give again. */
  boletaCdrs: number;
  /** The others, and the key of the first one. */
  lost: number;
  example?: string;
}

export interface RebuiltSeries {
  ruc: string;
  environment: string;
  series: string;
  from: number;
  to: number;
  documents: number;
  /** The id of its newest one; absent in older reports. */
  newest?: number;
}

/** What the authority has registered. */
export interface AskedReport {
  series: AskedSeries[];
  /** What became of lost CDRs; absent when none was lost. */
  cdrs?: RestoredCdrs;
}

export interface RestoredCdrs {
  /** Those that the authority gave again with the same bytes. */
  restored: number;
  /** The others, by the reason in Spanish. */
  lost: Record<string, number>;
}

export interface AskedSeries {
  ruc: string;
  environment: string;
  series: string;
  /** Numbers that the authority has and the database does not. */
  registered: number[];
  /** Numbers up to the last that neither has, or that the authority cannot be queried for. */
  unexplained: number[];
  /**
   * Whether it was queried until a whole stretch of numbers was not registered; if not, `reason`
   * says why in Spanish.
   */
  complete: boolean;
  reason?: string;
}
