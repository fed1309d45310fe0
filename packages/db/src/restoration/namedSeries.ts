/** Builds the key of a series of a business in an environment, as SQL builds it too. */

export interface NamedSeries {
  ruc: string;
  environment: string;
  series: string;
}

export const nameOf = ({ ruc, environment, series }: NamedSeries): string =>
  `${ruc} ${environment} ${series}`;
