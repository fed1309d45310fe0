/**
 * SUNAT catalogue 51: the kinds of operation. Source: Validaciones CPE, sheet Catálogos; the data
 * that each requires come from the rule named in its row.
 */
import type { Kind } from '../sale.js';

export interface OperationRow {
  readonly label: string;
  readonly kinds: readonly Kind[];
  readonly export?: true;
  /** Requires a detracción (1001 to 1004), of these goods if the catalogue says so (rule 3129). */
  readonly detraction?: { readonly goods?: string };
  /** Refused, because SUNAT's rule requires data for which the API has no field. */
  readonly needs?: { readonly rule: string; readonly what: string };
}

const BOTH = ['factura', 'boleta'] as const;
const COUNTRY_OF_USE = { rule: '3098', what: 'el país de uso del servicio' } as const;

export const OPERATION: Readonly<Record<string, OperationRow>> = {
  '0101': { label: 'Venta interna', kinds: BOTH },
  '0112': {
    label: 'Venta Interna - Sustenta Gastos Deducibles Persona Natural',
    kinds: ['factura'],
  },
  '0113': { label: 'Venta Interna-NRUS', kinds: ['boleta'] },
  '0200': { label: 'Exportación de Bienes', kinds: BOTH, export: true },
  '0201': {
    label: 'Exportación de Servicios – Prestados íntegramente en el país',
    kinds: BOTH,
    export: true,
    needs: COUNTRY_OF_USE,
  },
  '0202': {
    label: 'Exportación de Servicios – Hospedaje No Domiciliado',
    kinds: ['factura'],
    export: true,
    needs: { rule: '3136', what: 'los datos del huésped' },
  },
  '0203': { label: 'Exportación de Servicios – Transporte de navieras', kinds: BOTH, export: true },
  '0204': {
    label: 'Exportación de Servicios – Servicios a naves y aeronaves de bandera extranjera',
    kinds: BOTH,
    export: true,
  },
  '0205': {
    label: 'Exportación de Servicios - Servicios que conformen un Paquete Turístico',
    kinds: ['factura'],
    export: true,
    needs: { rule: '3136', what: 'los datos del huésped' },
  },
  '0206': {
    label: 'Exportación de Servicios – Servicios complementarios al transporte de carga',
    kinds: BOTH,
    export: true,
  },
  '0207': {
    label: 'Exportación de Servicios – Energía eléctrica a favor de sujetos domiciliados en ZED',
    kinds: BOTH,
    export: true,
  },
  '0208': {
    label: 'Exportación de Servicios – Prestados parcialmente en el extranjero',
    kinds: BOTH,
    export: true,
    needs: COUNTRY_OF_USE,
  },
  '0301': {
    label: 'Operaciones con Carta de porte aéreo (emitidas en el ámbito nacional)',
    kinds: BOTH,
    needs: { rule: '3168', what: 'los lugares de origen y destino' },
  },
  '0302': {
    label: 'Operaciones de Transporte ferroviario de pasajeros',
    kinds: BOTH,
    needs: { rule: '3156', what: 'los datos del pasajero y del viaje' },
  },
  '0401': { label: 'Ventas no domiciliados que no califican como exportación', kinds: BOTH },
  '1001': { label: 'Operación Sujeta a Detracción', kinds: BOTH, detraction: {} },
  '1002': {
    label: 'Operación Sujeta a Detracción- Recursos Hidrobiológicos',
    kinds: BOTH,
    detraction: { goods: '004' },
    needs: { rule: '3063', what: 'los datos de la embarcación y de la especie' },
  },
  '1003': {
    label: 'Operación Sujeta a Detracción- Servicios de Transporte Pasajeros',
    kinds: BOTH,
    detraction: { goods: '028' },
  },
  '1004': {
    label: 'Operación Sujeta a Detracción- Servicios de Transporte Carga',
    kinds: BOTH,
    detraction: { goods: '027' },
    needs: { rule: '3116', what: 'el detalle del viaje y sus valores referenciales' },
  },
  '2001': { label: 'Operación Sujeta a Percepción', kinds: BOTH },
  '2002': {
    label: 'Operación sujeta a Retención de Renta de segunda categoría',
    kinds: ['factura'],
  },
  '2100': {
    label: 'Créditos a empresas',
    kinds: BOTH,
    needs: { rule: '3241', what: 'los datos del crédito' },
  },
  '2101': {
    label: 'Créditos de consumo revolvente',
    kinds: BOTH,
    needs: { rule: '3241', what: 'los datos del crédito' },
  },
  '2102': {
    label: 'Créditos de consumo no revolvente',
    kinds: BOTH,
    needs: { rule: '3241', what: 'los datos del crédito' },
  },
  '2103': {
    label: 'Otras operaciones no gravadas - Empresas del sistema financiero y cooperativas',
    kinds: BOTH,
  },
  '2104': {
    label: 'Otras operaciones no gravadas - Empresas del sistema de seguros',
    kinds: BOTH,
    needs: { rule: '3242', what: 'los datos de la póliza' },
  },
  '2105': {
    label: 'Comprobante emitido por AFP',
    kinds: ['boleta'],
    needs: { rule: '2595', what: 'los datos del aporte' },
  },
  '2106': { label: 'Venta Nacional a Turistas - Tax Free', kinds: ['factura'] },
};

/** Undefined for an unknown code. */
export function operationRow(code: string): OperationRow | undefined {
  return Object.hasOwn(OPERATION, code) ? OPERATION[code] : undefined;
}

export function isDetraction(code: string): boolean {
  return operationRow(code)?.detraction !== undefined;
}

export function isExport(code: string): boolean {
  return operationRow(code)?.export === true;
}
