/** The address of a list of references with its filters; an empty one is left out. */
export function listAddress(filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  return `/referencias?${new URLSearchParams(given)}`;
}
