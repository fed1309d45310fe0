/** Amounts as the commands of `rafaga respaldo` and `rafaga archivar` print them. */

export const decimal = (value: number): string =>
  value.toLocaleString('es-PE', { maximumFractionDigits: 1 });

export const megabytes = (bytes: number): string => `${decimal(bytes / 1e6)} MB`;

const many = (value: number, one: string, more: string): string =>
  `${decimal(value)} ${value === 1 ? one : more}`;

export const bundleCount = (value: number): string => many(value, 'paquete', 'paquetes');

export const documentCount = (value: number): string => many(value, 'comprobante', 'comprobantes');
