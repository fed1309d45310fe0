/** Which page of a list is read: it begins after a row of the page before, or ends before it. */

export interface PageQuery<Cursor = number> {
  /** Undefined: the first page. */
  from?: Cursor | undefined;
  back?: boolean | undefined;
  limit: number;
}
