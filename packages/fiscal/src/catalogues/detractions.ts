/**
 * SUNAT catalogue 54: goods and services under detracción, with the first day on which a document
 * may name them. Source: Validaciones CPE of 2026-02-12, sheet Catálogos.
 */
import type { DateText } from '../sale.js';

/**
 * The catalogue's last revision in the workbook added and removed codes from this day on (Control
 * de cambios, 2025-04-02 and 2025-04-21).
 */
const WORKBOOK = '2025-04-01';
/** Later codes, announced in the documentation of an operator without their labels. */
const ANNOUNCED = '2026-09-01';

export const DETRACTION_GOODS: Readonly<
  Record<string, { readonly from: DateText; readonly label?: string }>
> = {
  '001': { from: WORKBOOK, label: 'Azúcar y melaza de caña' },
  '002': { from: WORKBOOK, label: 'Arroz' },
  '003': { from: WORKBOOK, label: 'Alcohol etílico' },
  '004': { from: WORKBOOK, label: 'Recursos hidrobiológicos' },
  '005': { from: WORKBOOK, label: 'Maíz amarillo duro' },
  '007': { from: WORKBOOK, label: 'Caña de azúcar' },
  '008': { from: WORKBOOK, label: 'Madera' },
  '009': { from: WORKBOOK, label: 'Arena y piedra' },
  '010': { from: WORKBOOK, label: 'Residuos, subproductos, desechos, recortes y desperdicios' },
  '011': { from: WORKBOOK, label: 'Bienes gravados con el IGV, o renuncia a la exoneración' },
  '012': { from: WORKBOOK, label: 'Intermediación laboral y tercerización' },
  '013': { from: WORKBOOK, label: 'Animales vivos' },
  '014': { from: WORKBOOK, label: 'Carnes y despojos comestibles' },
  '015': { from: WORKBOOK, label: 'Abonos, cueros y pieles de origen animal' },
  '016': { from: WORKBOOK, label: 'Aceite de pescado' },
  '017': {
    from: WORKBOOK,
    label:
      'Harina, polvo y «pellets» de pescado, crustáceos, moluscos y demás invertebrados acuáticos',
  },
  '019': { from: WORKBOOK, label: 'Arrendamiento de bienes muebles' },
  '020': { from: WORKBOOK, label: 'Mantenimiento y reparación de bienes muebles' },
  '021': { from: WORKBOOK, label: 'Movimiento de carga' },
  '022': { from: WORKBOOK, label: 'Otros servicios empresariales' },
  '023': { from: WORKBOOK, label: 'Leche' },
  '024': { from: WORKBOOK, label: 'Comisión mercantil' },
  '025': { from: WORKBOOK, label: 'Fabricación de bienes por encargo' },
  '026': { from: WORKBOOK, label: 'Servicio de transporte de personas' },
  '027': { from: WORKBOOK, label: 'Servicio de transporte de carga' },
  '028': { from: WORKBOOK, label: 'Transporte de pasajeros' },
  '030': { from: WORKBOOK, label: 'Contratos de construcción' },
  '031': { from: WORKBOOK, label: 'Oro gravado con el IGV' },
  '032': { from: WORKBOOK, label: 'Paprika y otros frutos de los generos capsicum o pimienta' },
  '034': { from: WORKBOOK, label: 'Minerales metálicos no auríferos' },
  '035': { from: WORKBOOK, label: 'Bienes exonerados del IGV' },
  '036': { from: WORKBOOK, label: 'Oro y demás minerales metálicos exonerados del IGV' },
  '037': { from: WORKBOOK, label: 'Demás servicios gravados con el IGV' },
  '039': { from: WORKBOOK, label: 'Minerales no metálicos' },
  '040': { from: WORKBOOK, label: 'Bien inmueble gravado con IGV' },
  '041': { from: WORKBOOK, label: 'Plomo' },
  '044': {
    from: WORKBOOK,
    label: 'Servicio de beneficio de minerales metálicos gravado con el IGV',
  },
  '045': { from: WORKBOOK, label: 'Minerales de oro y sus concentrados gravados con el IGV' },
  '099': { from: WORKBOOK, label: 'Ley 30737' },
  '038': { from: ANNOUNCED },
  '042': { from: ANNOUNCED },
  '043': { from: ANNOUNCED },
  '046': { from: ANNOUNCED },
  '047': { from: ANNOUNCED },
};

/** Whether a document of that day may name those goods (rule 3033). */
export function isDetractionGoods(code: string, day: DateText): boolean {
  return Object.hasOwn(DETRACTION_GOODS, code) && (DETRACTION_GOODS[code]?.from ?? '') <= day;
}
