/**
 * The body of an issuance once it is known to be valid: the wire's own names and types. Nothing
 * past this package sees it.
 */

export interface SaleBody {
  serie: string;
  correlativo?: number | null;
  fecha_emision: string;
  fecha_vencimiento?: string | null;
  tipo_operacion?: string;
  tipo_moneda?: 'PEN' | 'USD' | 'EUR';
  forma_pago?: 'Contado' | 'Credito';
  cod_local?: string | null;
  cliente: ClientBody;
  items: ItemBody[];
  observacion?: string;
  cuotas?: { monto: number; fecha_pago: string }[];
  anticipos?: AdvanceBody[];
  descuentos_globales?: DiscountBody[];
  detraccion?: DetractionBody;
  percepcion?: PerceptionBody;
  guias?: { tipo_doc: string; nro_doc: string }[];
  leyenda?: string;
  leyendas?: { code: string; value: string }[];
  pagos?: PaymentBody[];
  contrato_colaboracion?: { numero: string; tipo: string; descripcion: string; porcentaje: number };
  enviar_automatico?: true;
  extras?: Record<string, unknown>;
}

export interface ClientBody {
  tipo_doc: string;
  num_doc: string;
  razon_social: string;
  direccion?: string;
  email?: string;
  telefono?: string;
}

export interface ItemBody {
  codigo?: string;
  cod_producto_sunat?: string;
  descripcion: string;
  unidad: string;
  cantidad: number;
  precio_unitario: number;
  mto_valor_unitario?: number;
  tip_afe_igv?: string;
  porcentaje_igv?: number;
  descuentos?: DiscountBody[];
  isc?: number;
  porcentaje_isc?: number;
  tip_sis_isc?: string;
  icbper?: number;
  factor_icbper?: number;
}

export interface DiscountBody {
  cod_tipo?: string;
  monto?: number;
  monto_base?: number | null;
  factor?: number;
  porcentaje?: number | null;
}

/** Either the four first names or the other three. */
export interface AdvanceBody {
  tipo_doc?: string;
  serie?: string;
  correlativo?: string;
  monto?: number;
  tipo_doc_rel?: string;
  nro_doc_rel?: string;
  total?: number;
}

export interface DetractionBody {
  cod_bien: string;
  porcentaje: number;
  cta_banco: string;
  cod_medio_pago?: string | null;
  monto: number;
  tipo_operacion?: string;
}

/** Either set of names. */
export interface PerceptionBody {
  cod_regimen?: string;
  cod_reg?: string;
  porcentaje?: number;
  monto?: number;
  mto?: number;
  base?: number;
  mto_base?: number;
  mto_total?: number;
}

export interface PaymentBody {
  metodo: string;
  monto: number;
  referencia?: string;
  monto_recibido?: number;
  notas?: string;
}
