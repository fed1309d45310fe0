/** A refusal of a file by SUNAT: the return code, and the detail of its fault. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail?: string,
  ) {
    super(detail ?? code);
  }
}
