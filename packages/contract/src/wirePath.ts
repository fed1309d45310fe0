/**
 * Where a caller finds what a fault inside a `Sale` is about: ['lines', 3, 'quantity'] is
 * items.3.cantidad.
 */

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
  instalments: {
    name: 'cuotas',
    inside: { amount: { name: 'monto' }, dueDate: { name: 'fecha_pago' } },
  },
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
    inside: {
      documentType: { name: 'tipo_doc' },
      document: { name: 'correlativo' },
      amount: { name: 'monto' },
    },
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
    inside: {
      number: { name: 'numero' },
      type: { name: 'tipo' },
      description: { name: 'descripcion' },
      percent: { name: 'porcentaje' },
    },
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

/**
 * `_general` for the sale as a whole. A step that has no name on the wire ends the path at what
 * holds it.
 */
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
    const place: Place | undefined =
      places && Object.hasOwn(places, step) ? places[step] : undefined;
    if (place === undefined) break;
    path.push(place.name);
    places = place.inside;
  }
  return path.length === 0 ? '_general' : path.join('.');
}

/** Other names under which a body may carry a field. */
const ALIASES: Record<string, readonly string[]> = {
  base: ['mto_base'],
  cod_regimen: ['cod_reg'],
  correlativo: ['nro_doc_rel'],
  factor: ['porcentaje'],
  monto: ['mto', 'total'],
  tipo_doc: ['tipo_doc_rel'],
};

/** A path as the body's own fields say it. */
function asSent(path: string, body: Record<string, unknown>): string {
  // the legend that `leyenda` writes stands behind those of `leyendas`
  const legend = /^leyendas\.(\d+)\b/.exec(path);
  if (
    legend !== null &&
    Number(legend[1]) >= (Array.isArray(body.leyendas) ? body.leyendas.length : 0)
  )
    return 'leyenda';
  let here: unknown = body;
  const sent = path.split('.').map((step) => {
    if (typeof here !== 'object' || here === null) return step;
    const holder = here as Record<string, unknown>;
    const name = Object.hasOwn(holder, step)
      ? step
      : (ALIASES[step]?.find((alias) => Object.hasOwn(holder, alias)) ?? step);
    here = Object.hasOwn(holder, name) ? holder[name] : undefined;
    return name;
  });
  return sent.join('.');
}

/** What a rule found, at a path inside a `Sale`. */
export interface SaleFault {
  at: readonly (string | number)[];
  text: string;
}

/** Faults of the fiscal rules as `errores`, under the names that the body used. */
export function faultsToErrores(
  faults: readonly SaleFault[],
  body: Record<string, unknown>,
): Record<string, string[]> {
  const errores = new Map<string, string[]>();
  for (const { at, text } of faults) {
    const key = asSent(wirePath(at), body);
    errores.set(key, [...(errores.get(key) ?? []), text]);
  }
  return Object.fromEntries(errores);
}
