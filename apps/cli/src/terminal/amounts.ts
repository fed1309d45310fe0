/** Amounts as commands print them. */
import { many } from '@rafaga/operations';

export const decimal = (value: number): string =>
  value.toLocaleString('es-PE', { maximumFractionDigits: 1 });

export const megabytes = (bytes: number): string => `${decimal(bytes / 1e6)} MB`;

export const bundleCount = (value: number): string => many(value, 'paquete', 'paquetes');

export const documentCount = (value: number): string => many(value, 'comprobante', 'comprobantes');

export const fileCount = (value: number): string => many(value, 'archivo', 'archivos');
