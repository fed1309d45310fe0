/**
 * SUNAT catalogue 54: goods and services under detracción, with the first day on which a document
 * may name them. Source: Validaciones CPE of 2026-02-12, sheet Catálogos.
 */
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

interface DetractionRow extends Dated {
  readonly label: string;
}

/** The catalogue's last revision in the workbook added and removed codes from this day on. */
const WORKBOOK = {
  from: '2025-04-01',
  source: 'Validaciones CPE del 2026-02-12, Control de cambios del 2025-04-02 y del 2025-04-21',
  confidence: 'workbook',
} as const;

/** Later codes: the workbook of 2026-07-24 as others quote it, labels shortened by them. */
const ANNOUNCED = {
  from: '2026-09-01',
  source: 'Validaciones CPE del 2026-07-24, según las cita la documentación de una API',
  confidence: 'secondary',
} as const;

export const DETRACTION_GOODS: Readonly<Record<string, DetractionRow>> = {
  '001': { ...WORKBOOK, label: 'Azúcar y melaza de caña' },
  '002': { ...WORKBOOK, label: 'Arroz' },
  '003': { ...WORKBOOK, label: 'Alcohol etílico' },
  '004': { ...WORKBOOK, label: 'Recursos hidrobiológicos' },
  '005': { ...WORKBOOK, label: 'Maíz amarillo duro' },
  '007': { ...WORKBOOK, label: 'Caña de azúcar' },
  '008': { ...WORKBOOK, label: 'Madera' },
  '009': { ...WORKBOOK, label: 'Arena y piedra' },
  '010': { ...WORKBOOK, label: 'Residuos, subproductos, desechos, recortes y desperdicios' },
  '011': { ...WORKBOOK, label: 'Bienes gravados con el IGV, o renuncia a la exoneración' },
  '012': { ...WORKBOOK, label: 'Intermediación laboral y tercerización' },
  '013': { ...WORKBOOK, label: 'Animales vivos' },
  '014': { ...WORKBOOK, label: 'Carnes y despojos comestibles' },
  '015': { ...WORKBOOK, label: 'Abonos, cueros y pieles de origen animal' },
  '016': { ...WORKBOOK, label: 'Aceite de pescado' },
  '017': {
    ...WORKBOOK,
    label:
      'Harina, polvo y «pellets» de pescado, crustáceos, moluscos y demás invertebrados acuáticos',
  },
  '019': { ...WORKBOOK, label: 'Arrendamiento de bienes muebles' },
  '020': { ...WORKBOOK, label: 'Mantenimiento y reparación de bienes muebles' },
  '021': { ...WORKBOOK, label: 'Movimiento de carga' },
  '022': { ...WORKBOOK, label: 'Otros servicios empresariales' },
  '023': { ...WORKBOOK, label: 'Leche' },
  '024': { ...WORKBOOK, label: 'Comisión mercantil' },
  '025': { ...WORKBOOK, label: 'Fabricación de bienes por encargo' },
  '026': { ...WORKBOOK, label: 'Servicio de transporte de personas' },
  '027': { ...WORKBOOK, label: 'Servicio de transporte de carga' },
  '028': { ...WORKBOOK, label: 'Transporte de pasajeros' },
  '030': { ...WORKBOOK, label: 'Contratos de construcción' },
  '031': { ...WORKBOOK, label: 'Oro gravado con el IGV' },
  '032': { ...WORKBOOK, label: 'Páprika y otros frutos de los géneros Capsicum o Pimienta' },
  '034': { ...WORKBOOK, label: 'Minerales metálicos no auríferos' },
  '035': { ...WORKBOOK, label: 'Bienes exonerados del IGV' },
  '036': { ...WORKBOOK, label: 'Oro y demás minerales metálicos exonerados del IGV' },
  '037': { ...WORKBOOK, label: 'Demás servicios gravados con el IGV' },
  '039': { ...WORKBOOK, label: 'Minerales no metálicos' },
  '040': { ...WORKBOOK, label: 'Bien inmueble gravado con IGV' },
  '041': { ...WORKBOOK, label: 'Plomo' },
  '044': {
    ...WORKBOOK,
    label: 'Servicio de beneficio de minerales metálicos gravado con el IGV',
  },
  '045': { ...WORKBOOK, label: 'Minerales de oro y sus concentrados gravados con el IGV' },
  '099': { ...WORKBOOK, label: 'Ley 30737' },
  '038': { ...ANNOUNCED, label: 'Espectáculos públicos' },
  '042': { ...ANNOUNCED, label: 'Ladrillos y productos de cerámica' },
  '043': { ...ANNOUNCED, label: 'Estructuras metálicas' },
  '046': { ...ANNOUNCED, label: 'Cobre gravado con el IGV' },
  '047': { ...ANNOUNCED, label: 'Plata gravada con el IGV' },
};

/** Whether a document of that day may name those goods (rule 3033). */
export function isDetractionGoods(code: string, day: DateText): boolean {
  const row = Object.hasOwn(DETRACTION_GOODS, code) ? DETRACTION_GOODS[code] : undefined;
  return row !== undefined && inForce([row], known(day)) !== undefined;
}

/** The first day of goods that a document may name later; undefined for any other code. */
export function detractionGoodsFrom(code: string, day: DateText): DateText | undefined {
  const row = Object.hasOwn(DETRACTION_GOODS, code) ? DETRACTION_GOODS[code] : undefined;
  return row !== undefined && known(day) < row.from ? row.from : undefined;
}

/** The codes before the revision are not known, and no document of these days can still be sent. */
const known = (day: DateText): DateText => (day < WORKBOOK.from ? WORKBOOK.from : day);
