/** The environment of a business: each has its own series counters and its own destination. */

export type Environment = 'simulator' | 'beta' | 'production';

/** The authority of a business, with its addresses, and the environment that it stands for. */
export interface Target {
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  /** Set only for a 'custom' authority. */
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

/** The target for an authority; a 'custom' one is production unless the operator says otherwise. */
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

/** Whether a document issued for `from` must not be sent to `to`. */
export const isElsewhere = (from: Target, to: Target): boolean =>
  from.authority !== to.authority ||
  from.billUrl !== to.billUrl ||
  from.environment !== to.environment;
