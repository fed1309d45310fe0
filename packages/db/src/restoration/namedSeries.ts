/** One name for a series of a business in an environment. */

export interface NamedSeries {
  ruc: string;
  environment: string;
  series: string;
}

export const nameOf = ({ ruc, environment, series }: NamedSeries): string =>
  `${ruc} ${environment} ${series}`;
