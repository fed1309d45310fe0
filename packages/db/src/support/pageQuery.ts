/** The type that names a page of a list: the rows after a cursor or, backwards, before it. */

export interface PageQuery<Cursor = number> {
  /** Undefined: the first page. */
  from?: Cursor | undefined;
  back?: boolean | undefined;
  limit: number;
}
