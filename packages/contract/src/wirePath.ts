/** Where a caller finds what a fault inside a `Sale` is about: ['lines', 3, 'quantity'] is items.3.cantidad. */

interface Place {
  name: string;
  inside?: Record<string, Place>;
}

const allowance = {
  code: { name: 'cod_tipo' },
  factor: { name: 'factor' },
  base: { name: 'monto_base' },
  amount: { name: 'monto' },
};

const PLACES: Record<string, Place> = {
  series: { name: 'serie' },
  number: { name: 'correlativo' },
  issueDate: { name: 'fecha_emision' },
  dueDate: { name: 'fecha_vencimiento' },
  operation: { name: 'tipo_operacion' },
  currency: { name: 'tipo_moneda' },
  payment: { name: 'forma_pago' },
  establishment: { name: 'cod_local' },
  note: { name: 'observacion' },
  extras: { name: 'extras' },
  instalments: { name: 'cuotas', inside: { amount: { name: 'monto' }, dueDate: { name: 'fecha_pago' } } },
  client: {
    name: 'cliente',
    inside: {
      documentType: { name: 'tipo_doc' },
      document: { name: 'num_doc' },
      name: { name: 'razon_social' },
      address: { name: 'direccion' },
      email: { name: 'email' },
      phone: { name: 'telefono' },
    },
  },
  lines: {
    name: 'items',
    inside: {
      code: { name: 'codigo' },
      sunatCode: { name: 'cod_producto_sunat' },
      description: { name: 'descripcion' },
      unit: { name: 'unidad' },
      quantity: { name: 'cantidad' },
      unitPrice: { name: 'precio_unitario' },
      unitValue: { name: 'mto_valor_unitario' },
      affectation: { name: 'tip_afe_igv' },
      igvPercent: { name: 'porcentaje_igv' },
      allowances: { name: 'descuentos', inside: allowance },
    },
  },
  allowances: { name: 'descuentos_globales', inside: allowance },
  advances: {
    name: 'anticipos',
    inside: { documentType: { name: 'tipo_doc' }, document: { name: 'correlativo' }, amount: { name: 'monto' } },
  },
  detraction: {
    name: 'detraccion',
    inside: {
      goods: { name: 'cod_bien' },
      percent: { name: 'porcentaje' },
      account: { name: 'cta_banco' },
      means: { name: 'cod_medio_pago' },
      amount: { name: 'monto' },
    },
  },
  perception: {
    name: 'percepcion',
    inside: {
      code: { name: 'cod_regimen' },
      factor: { name: 'porcentaje' },
      base: { name: 'base' },
      amount: { name: 'monto' },
      total: { name: 'mto_total' },
    },
  },
  guides: { name: 'guias', inside: { type: { name: 'tipo_doc' }, number: { name: 'nro_doc' } } },
  legends: { name: 'leyendas', inside: { code: { name: 'code' }, text: { name: 'value' } } },
  payments: {
    name: 'pagos',
    inside: {
      method: { name: 'metodo' },
      amount: { name: 'monto' },
      reference: { name: 'referencia' },
      received: { name: 'monto_recibido' },
      notes: { name: 'notas' },
    },
  },
  collaboration: {
    name: 'contrato_colaboracion',
    inside: { number: { name: 'numero' }, type: { name: 'tipo' }, description: { name: 'descripcion' }, percent: { name: 'porcentaje' } },
  },
};

/** The ISC and the bags are blocks of a `Line` but flat fields of an item. */
const FLAT: Record<string, string> = {
  'isc.system': 'tip_sis_isc',
  'isc.percent': 'porcentaje_isc',
  'isc.amount': 'isc',
  'icbper.perBag': 'factor_icbper',
  'icbper.amount': 'icbper',
};

/** `_general` for the sale as a whole. A step that has no name on the wire ends the path at what holds it. */
export function wirePath(at: readonly (string | number)[]): string {
  const path: (string | number)[] = [];
  let places: Record<string, Place> | undefined = PLACES;
  for (const [index, step] of at.entries()) {
    if (typeof step === 'number') {
      path.push(step);
      continue;
    }
    if (at[0] === 'lines' && (step === 'isc' || step === 'icbper')) {
      path.push(FLAT[`${step}.${at[index + 1]}`] ?? step);
      break;
    }
    const place: Place | undefined = places && Object.hasOwn(places, step) ? places[step] : undefined;
    if (place === undefined) break;
    path.push(place.name);
    places = place.inside;
  }
  return path.length === 0 ? '_general' : path.join('.');
}

/** Faults of the fiscal rules as `errores`. */
export function faultsToErrores(faults: readonly { at: readonly (string | number)[]; text: string }[]): Record<string, string[]> {
  const errores = new Map<string, string[]>();
  for (const { at, text } of faults) {
    const key = wirePath(at);
    errores.set(key, [...(errores.get(key) ?? []), text]);
  }
  return Object.fromEntries(errores);
}
