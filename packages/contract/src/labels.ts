/** What people call each field, with its article, for the messages. */

const LABELS: Record<string, string> = {
  anticipos: 'Los anticipos',
  'anticipos.correlativo': 'El correlativo del anticipo',
  'anticipos.monto': 'El monto del anticipo',
  'anticipos.nro_doc_rel': 'El número del comprobante de anticipo',
  'anticipos.serie': 'La serie del anticipo',
  'anticipos.tipo_doc': 'El tipo de documento del anticipo',
  'anticipos.tipo_doc_rel': 'El tipo de documento del anticipo',
  'anticipos.total': 'El total del anticipo',
  base: 'La base',
  cantidad: 'La cantidad',
  cliente: 'El cliente',
  cod_bien: 'El código del bien o servicio',
  cod_local: 'El código del local',
  cod_medio_pago: 'El código del medio de pago',
  cod_producto_sunat: 'El código de producto SUNAT',
  cod_reg: 'El régimen de percepción',
  cod_regimen: 'El régimen de percepción',
  cod_tipo: 'El código del descuento',
  code: 'El código de la leyenda',
  codigo: 'El código',
  contrato_colaboracion: 'El contrato de colaboración',
  correlativo: 'El correlativo',
  cta_banco: 'La cuenta bancaria',
  cuotas: 'Las cuotas',
  'cuotas.monto': 'El monto de la cuota',
  descripcion: 'La descripción',
  descuentos: 'Los descuentos',
  descuentos_globales: 'Los descuentos globales',
  detraccion: 'La detracción',
  direccion: 'La dirección',
  email: 'El correo electrónico',
  enviar_automatico: 'El campo enviar_automatico',
  extras: 'Los extras',
  factor: 'El factor',
  factor_icbper: 'El factor del ICBPER',
  fecha_emision: 'La fecha de emisión',
  fecha_pago: 'La fecha de pago',
  fecha_vencimiento: 'La fecha de vencimiento',
  forma_pago: 'La forma de pago',
  guias: 'Las guías',
  icbper: 'El ICBPER',
  igv: 'El IGV',
  isc: 'El ISC',
  items: 'Los ítems',
  leyenda: 'La leyenda',
  leyendas: 'Las leyendas',
  metodo: 'El método de pago',
  monto: 'El monto',
  monto_base: 'El monto base',
  monto_recibido: 'El monto recibido',
  mto: 'El monto de la percepción',
  mto_base: 'La base de la percepción',
  mto_base_igv: 'La base del IGV',
  mto_igv: 'El IGV',
  mto_imp_venta: 'El importe de la venta',
  mto_oper_exoneradas: 'El monto de operaciones exoneradas',
  mto_oper_exportacion: 'El monto de operaciones de exportación',
  mto_oper_gratuitas: 'El monto de operaciones gratuitas',
  mto_oper_gravadas: 'El monto de operaciones gravadas',
  mto_oper_inafectas: 'El monto de operaciones inafectas',
  mto_total: 'El total con la percepción',
  mto_valor_unitario: 'El valor unitario',
  mto_valor_venta: 'El valor de venta',
  notas: 'Las notas del pago',
  nro_doc: 'El número de la guía',
  num_doc: 'El número de documento',
  numero: 'El número del contrato',
  observacion: 'La observación',
  pagos: 'Los pagos',
  percepcion: 'La percepción',
  porcentaje: 'El porcentaje',
  porcentaje_igv: 'El porcentaje del IGV',
  porcentaje_isc: 'El porcentaje del ISC',
  precio_unitario: 'El precio unitario',
  razon_social: 'La razón social',
  referencia: 'La referencia del pago',
  serie: 'La serie',
  sub_total: 'El subtotal',
  sum_otros_descuentos: 'La suma de otros descuentos',
  telefono: 'El teléfono',
  tip_afe_igv: 'El tipo de afectación del IGV',
  tip_sis_isc: 'El sistema del ISC',
  tipo: 'El tipo de contrato',
  tipo_doc: 'El tipo de documento',
  tipo_moneda: 'La moneda',
  tipo_operacion: 'El tipo de operación',
  total_anticipos: 'El total de anticipos',
  total_descuentos: 'El total de descuentos',
  total_impuestos: 'El total de impuestos',
  unidad: 'La unidad',
  valor_venta: 'El valor de venta',
  value: 'El texto de la leyenda',
};

/** What an entry of a list is called, by the list. */
const ENTRIES: Record<string, string> = {
  anticipos: 'El anticipo',
  cuotas: 'La cuota',
  descuentos: 'El descuento',
  descuentos_globales: 'El descuento',
  guias: 'La guía',
  items: 'La línea',
  leyendas: 'La leyenda',
  pagos: 'El pago',
};

export type Path = readonly (string | number)[];

/**
 * The name of the field at a path of the body: labelOf(['items', 3, 'cantidad']) is 'La cantidad'.
 */
export function labelOf(path: Path): string {
  const names = path.filter((step) => typeof step === 'string');
  const last = path.at(-1);
  if (typeof last === 'number')
    return `${ENTRIES[names.at(-1) ?? ''] ?? 'El elemento'} ${last + 1}`;
  const own = `${names.at(-2)}.${last}`;
  if (Object.hasOwn(LABELS, own)) return LABELS[own] as string;
  return last !== undefined && Object.hasOwn(LABELS, last)
    ? (LABELS[last] as string)
    : `El campo ${printable(String(last))}`;
}

/** A caller's own word, fit to stand in a message. */
export const printable = (name: string): string => name.slice(0, 60).replace(/[^ -~À-ɏ]/g, '·');
