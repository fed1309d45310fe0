/** What a worker reports of a rebuild in which nothing failed. */
export const REBUILT = {
  documents: 4,
  signed: 4,
  settled: 3,
  withoutReference: 0,
  resumed: 0,
  series: [],
  failed: [],
};
