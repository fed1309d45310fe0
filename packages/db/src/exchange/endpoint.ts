/** The endpoint to which the documents of a business are sent; each has a circuit breaker. */

/** SQL: the endpoint of the business "b": the name of its authority, or an address. */
export const ENDPOINT = `CASE b.authority WHEN 'custom' THEN b.bill_url ELSE b.authority END`;

interface Destination {
  authority: string;
  billUrl?: string | undefined;
}

/** The endpoint of a claim's business. */
export const endpointOf = ({ authority, billUrl }: Destination): string =>
  authority === 'custom' ? (billUrl ?? '') : authority;
