/** A sale under its wire names again: what the caller sent, as the service understood it. */
import type {
  Advance,
  Allowance,
  Client,
  Detraction,
  Line,
  Payment,
  Perception,
  Sale,
} from '@rafaga/fiscal';

type Fields = Record<string, unknown>;

/** Lists that are empty and blocks that are absent are left out. */
export function renderSale(sale: Sale): Fields {
  return {
    fecha_emision: sale.issueDate,
    fecha_vencimiento: sale.dueDate ?? null,
    tipo_operacion: sale.operation,
    tipo_moneda: sale.currency,
    forma_pago: sale.payment === 'credit' ? 'Credito' : 'Contado',
    cod_local: sale.establishment,
    cliente: renderClient(sale.client),
    items: sale.lines.map(renderLine),
    ...some('cuotas', sale.instalments, ({ amount, dueDate }) => ({
      monto: Number(amount),
      fecha_pago: dueDate,
    })),
    ...some('descuentos_globales', sale.allowances, renderAllowance),
    ...some('anticipos', sale.advances, renderAdvance),
    ...(sale.detraction && { detraccion: renderDetraction(sale.detraction) }),
    ...(sale.perception && { percepcion: renderPerception(sale.perception) }),
    ...some('guias', sale.guides, ({ type, number }) => ({ tipo_doc: type, nro_doc: number })),
    ...some('leyendas', sale.legends, ({ code, text }) => ({ code, value: text })),
    ...some('pagos', sale.payments, renderPayment),
    ...(sale.collaboration && { contrato_colaboracion: renderCollaboration(sale.collaboration) }),
    observacion: sale.note ?? null,
    extras: sale.extras ?? null,
  };
}

const some = <T>(name: string, entries: readonly T[], render: (entry: T) => Fields): Fields =>
  entries.length === 0 ? {} : { [name]: entries.map(render) };

/** A field only when there is something to say. */
const text = (name: string, value: string | undefined): Fields =>
  value === undefined ? {} : { [name]: value };
const number = (name: string, value: string | undefined): Fields =>
  value === undefined ? {} : { [name]: Number(value) };

const renderClient = (client: Client): Fields => ({
  tipo_doc: client.documentType,
  num_doc: client.document,
  razon_social: client.name,
  ...text('direccion', client.address),
  ...text('email', client.email),
  ...text('telefono', client.phone),
});

const renderLine = (line: Line): Fields => ({
  ...text('codigo', line.code),
  ...text('cod_producto_sunat', line.sunatCode),
  descripcion: line.description,
  unidad: line.unit,
  cantidad: Number(line.quantity),
  precio_unitario: Number(line.unitPrice),
  ...number('mto_valor_unitario', line.unitValue),
  tip_afe_igv: line.affectation,
  ...number('porcentaje_igv', line.igvPercent),
  ...some('descuentos', line.allowances, renderAllowance),
  ...(line.isc && {
    tip_sis_isc: line.isc.system,
    ...number('porcentaje_isc', line.isc.percent),
    ...number('isc', line.isc.amount),
  }),
  ...(line.icbper && {
    ...number('factor_icbper', line.icbper.perBag),
    ...number('icbper', line.icbper.amount),
  }),
});

const renderAllowance = (allowance: Allowance): Fields => ({
  cod_tipo: allowance.code,
  ...number('factor', allowance.factor),
  ...number('monto_base', allowance.base),
  ...number('monto', allowance.amount),
});

const renderAdvance = (advance: Advance): Fields => ({
  tipo_doc: advance.documentType,
  serie: advance.document.slice(0, advance.document.indexOf('-')),
  correlativo: advance.document.slice(advance.document.indexOf('-') + 1),
  monto: Number(advance.amount),
});

const renderDetraction = (detraction: Detraction): Fields => ({
  cod_bien: detraction.goods,
  porcentaje: Number(detraction.percent),
  cta_banco: detraction.account,
  cod_medio_pago: detraction.means,
  monto: Number(detraction.amount),
});

const renderPerception = (perception: Perception): Fields => ({
  cod_reg: perception.code,
  porcentaje: Number(perception.factor),
  mto_base: Number(perception.base),
  mto: Number(perception.amount),
  ...number('mto_total', perception.total),
});

const renderPayment = (payment: Payment): Fields => ({
  metodo: payment.method,
  monto: Number(payment.amount),
  ...text('referencia', payment.reference),
  ...number('monto_recibido', payment.received),
  ...text('notas', payment.notes),
});

const renderCollaboration = ({
  number,
  type,
  description,
  percent,
}: NonNullable<Sale['collaboration']>): Fields => ({
  numero: number,
  tipo: type,
  descripcion: description,
  porcentaje: Number(percent),
});
