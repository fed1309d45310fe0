/** A reason of SUNAT's not to take a document: a return code, with the detail it would show. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail?: string,
  ) {
    super(detail ?? code);
  }
}
