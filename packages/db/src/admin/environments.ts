/** A business's environment: whose numbers its series count, and where its documents go. */

export type Environment = 'simulator' | 'beta' | 'production';

/** Where a business's documents go, and what that place is. */
export interface Target {
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  /** Only of a 'custom' one. */
  billUrl: string | null;
  consultUrl: string | null;
  environment: Environment;
}

export interface WantedTarget {
  authority?: Target['authority'] | undefined;
  billUrl?: string | null | undefined;
  consultUrl?: string | null | undefined;
  environment?: Environment | undefined;
}

/**
 * A named authority is its own environment; an address of the operator's own is production, unless
 * the operator says otherwise.
 */
export function targetOf({
  authority = 'simulator',
  billUrl = null,
  consultUrl = null,
  environment,
}: WantedTarget): Target {
  if (authority !== 'custom')
    return { authority, billUrl: null, consultUrl: null, environment: authority };
  return { authority, billUrl, consultUrl, environment: environment ?? 'production' };
}

/** What of it changes where a business stands. */
export const isElsewhere = (from: Target, to: Target): boolean =>
  from.authority !== to.authority ||
  from.billUrl !== to.billUrl ||
  from.environment !== to.environment;
