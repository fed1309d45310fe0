/** A business's environment: whose numbers its series count, and where its documents go. */

export type Environment = 'simulator' | 'beta' | 'production';

/** Where the documents of a business are sent, and which environment that is. */
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

/** The target of an authority; a 'custom' one is production unless the operator says otherwise. */
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

/** Whether documents for `from` must not be sent to `to`. */
export const isElsewhere = (from: Target, to: Target): boolean =>
  from.authority !== to.authority ||
  from.billUrl !== to.billUrl ||
  from.environment !== to.environment;
