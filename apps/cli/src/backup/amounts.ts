/** Amounts as the commands of `rafaga respaldo` print them. */

export const decimal = (value: number): string =>
  value.toLocaleString('es-PE', { maximumFractionDigits: 1 });

export const megabytes = (bytes: number): string => `${decimal(bytes / 1e6)} MB`;
