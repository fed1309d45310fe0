/** The address of a list of references with its filters. */
export const listAddress = (filters: Record<string, string | undefined>): string =>
  withQuery('/referencias', filters);

/** An empty filter is left out. */
export function withQuery(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  return `${path}?${new URLSearchParams(given)}`;
}
