/**
 * What the documentation says of each field of a request, in Spanish, by the object that holds it.
 */

const COMMON: Record<string, string> = {
  cod_tipo: 'Código del catálogo 53 de SUNAT.',
  factor: 'Parte de la base, de 0 a 1.',
  monto_base: 'Base sobre la que se calcula, con 2 decimales como máximo.',
};

const DESCRIPTIONS: Record<string, Record<string, string>> = {
  '': {
    serie: 'Serie activa y configurada para la empresa.',
    correlativo:
      'Número del comprobante. Si se omite, se asigna el siguiente de la serie. No puede ' +
      'adelantarse a ella más de 10000 (se ajusta en el panel).',
    fecha_emision:
      'Fecha de emisión, en hora de Lima. No puede ser futura ni anterior al plazo de envío.',
    fecha_vencimiento: 'Fecha de vencimiento, no anterior a la de emisión.',
    tipo_operacion:
      'Código del catálogo 51 de SUNAT. Si se omite: 0101, 1001 con detracción o 2001 con ' +
      'percepción.',
    tipo_moneda: 'Moneda. Si se omite, PEN.',
    forma_pago: 'Forma de pago. Si se omite, Contado. Con Credito se deben enviar las cuotas.',
    cod_local: 'Código del establecimiento. Si se omite, 0000.',
    cliente: 'Quien compra.',
    items: 'Líneas del comprobante, de 1 a 500.',
    observacion: 'Texto libre que se imprime en el comprobante.',
    cuotas: 'Cuotas de una venta al crédito.',
    anticipos: 'Anticipos que se descuentan de esta venta.',
    descuentos_globales: 'Descuentos sobre todo el comprobante.',
    detraccion: 'Detracción (SPOT), en soles.',
    percepcion: 'Percepción del IGV, en soles y solo al contado.',
    guias: 'Guías de remisión existentes a las que se refiere el comprobante. No emite ninguna.',
    leyenda: 'Texto propio para el importe en letras (leyenda 1000).',
    leyendas: 'Leyendas del catálogo 52 de SUNAT. Las obligatorias se agregan solas.',
    pagos: 'Cómo se pagó en caja. Se muestra en el registro y nunca va en el XML.',
    contrato_colaboracion: 'Contrato de colaboración empresarial al que pertenece la operación.',
    enviar_automatico: 'Se omite o es true: no se crean comprobantes para enviarlos después.',
    extras:
      'Objeto libre, de 20 000 caracteres como máximo. Se guarda y se devuelve; nunca va ' +
      'en el XML.',
    mto_igv: 'Total del IGV. Se acepta y se vuelve a calcular.',
    mto_imp_venta: 'Importe total. Se acepta y se vuelve a calcular.',
    mto_oper_exoneradas: 'Total exonerado. Se acepta y se vuelve a calcular.',
    mto_oper_exportacion: 'Total de exportación. Se acepta y se vuelve a calcular.',
    mto_oper_gratuitas: 'Total de operaciones gratuitas. Se acepta y se vuelve a calcular.',
    mto_oper_gravadas: 'Total gravado, sin IGV. Se acepta y se vuelve a calcular.',
    mto_oper_inafectas: 'Total inafecto. Se acepta y se vuelve a calcular.',
    sub_total: 'Valor de venta más tributos. Se acepta y se vuelve a calcular.',
    sum_otros_descuentos: 'Descuentos que no afectan la base. Se acepta y se vuelve a calcular.',
    total_anticipos: 'Total de anticipos. Se acepta y se vuelve a calcular.',
    total_descuentos: 'Total de descuentos. Se acepta y se vuelve a calcular.',
    total_impuestos: 'Total de tributos. Se acepta y se vuelve a calcular.',
    valor_venta: 'Valor de venta, sin tributos. Se acepta y se vuelve a calcular.',
  },
  Cliente: {
    tipo_doc:
      'Catálogo 06 de SUNAT. Factura: 6 (RUC), salvo en exportaciones (tipo_operacion ' +
      '02xx). Boleta: 0, 1, 4, 6 o 7. El 1 es el DNI.',
    num_doc:
      'Siempre como texto. RUC: 11 dígitos que empiezan con 10 o 20. DNI: 8 dígitos. ' +
      'Otros: hasta 15 caracteres sin espacios.',
    razon_social: 'Razón social o nombre.',
    direccion: 'Dirección.',
    email: 'Correo electrónico.',
    telefono: 'Teléfono.',
  },
  Item: {
    codigo: 'Código propio del producto.',
    cod_producto_sunat: 'Código de producto SUNAT (UNSPSC), 8 dígitos.',
    descripcion: 'Descripción del bien o servicio.',
    unidad: 'Unidad de medida, catálogo 03 de SUNAT: NIU para productos, ZZ para servicios.',
    cantidad: 'Cantidad, mayor que cero. Se conservan 10 decimales.',
    precio_unitario:
      'Precio de una unidad, con punto decimal y sin símbolos. Incluye los tributos o no ' +
      'según la configuración de la empresa (de inicio, los incluye). Se conservan 10 ' +
      'decimales.',
    mto_valor_unitario:
      'Valor de una unidad sin tributos, o valor referencial de una línea gratuita. Debe ' +
      'concordar con el precio unitario.',
    tip_afe_igv: 'Afectación al IGV, catálogo 07 de SUNAT. Si se omite, 10 (gravado).',
    porcentaje_igv: 'Porcentaje del IGV. Si se omite, el vigente.',
    descuentos: 'Descuentos de la línea.',
    isc: 'Importe del ISC de la línea.',
    porcentaje_isc: 'Porcentaje del ISC.',
    tip_sis_isc:
      'Sistema de cálculo del ISC, catálogo 08 de SUNAT. Obligatorio si la línea lleva ISC.',
    icbper: 'Impuesto a las bolsas plásticas de la línea.',
    factor_icbper: 'Impuesto por bolsa. Si se omite, el vigente.',
    mto_valor_venta: 'Valor de venta de la línea. Se acepta y se vuelve a calcular.',
    mto_base_igv: 'Base del IGV de la línea. Se acepta y se vuelve a calcular.',
    igv: 'IGV de la línea. Se acepta y se vuelve a calcular.',
    total_impuestos: 'Tributos de la línea. Se acepta y se vuelve a calcular.',
  },
  DescuentoDeLinea: {
    cod_tipo:
      '00: descuento que afecta la base del IGV (si se omite). 01: que no la afecta. 47 y ' +
      '48: lo mismo, como cargo.',
    monto: 'Monto del descuento.',
    porcentaje: 'Porcentaje, de 0 a 100, en lugar del factor.',
  },
  DescuentoGlobal: {
    cod_tipo:
      'Catálogo 53 de SUNAT: 02 afecta la base del IGV, 03 no la afecta; 04, 05, 06 y 20, ' +
      'anticipos; 45, 46, 49 y 50, cargos; 62 y 63, retenciones.',
    monto: 'Monto del descuento.',
    porcentaje:
      'Porcentaje, de 0 a 100. De 0 a 1 se entiende por el monto y la monto_base; para no ' +
      'dejar dudas envíe el factor.',
  },
  Cuota: {
    monto: 'Monto de la cuota.',
    fecha_pago: 'Fecha de pago, posterior a la de emisión en una factura.',
  },
  Anticipo: {
    tipo_doc: 'Catálogo 12 de SUNAT: 02 factura, 03 boleta.',
    serie: 'Serie del comprobante de anticipo.',
    correlativo: 'Número del comprobante de anticipo, como texto.',
    monto: 'Monto del anticipo, con IGV.',
    tipo_doc_rel: 'Otro nombre de tipo_doc.',
    nro_doc_rel: 'Serie y número unidos por un guion, en lugar de serie y correlativo.',
    total: 'Otro nombre de monto.',
  },
  Detraccion: {
    cod_bien: 'Bien o servicio, catálogo 54 de SUNAT.',
    porcentaje: 'Porcentaje: 12 es el 12 %.',
    cta_banco: 'Cuenta en el Banco de la Nación.',
    cod_medio_pago: 'Medio de pago, catálogo 59 de SUNAT. Si se omite, 001.',
    monto: 'Monto en soles.',
    tipo_operacion: 'Tipo de operación de la detracción. Si se omite, 1001.',
  },
  Percepcion: {
    cod_regimen: 'Régimen: 01 (2 %), 02 (1 %) o 03 (0.5 %); también 51, 52 o 53.',
    cod_reg: 'Otro nombre de cod_regimen.',
    porcentaje: 'Porcentaje (2) o factor (0.02). Si se omite, el del régimen.',
    monto: 'Monto de la percepción, en soles.',
    mto: 'Otro nombre de monto.',
    base: 'Base de la percepción, en soles.',
    mto_base: 'Otro nombre de base.',
    mto_total: 'Importe total con la percepción, en soles.',
  },
  Guia: {
    tipo_doc: '09: guía del remitente. 31: guía del transportista.',
    nro_doc: 'Serie y número, por ejemplo T001-123.',
  },
  Leyenda: { code: 'Catálogo 52 de SUNAT.', value: 'Texto de la leyenda.' },
  Pago: {
    metodo: 'Método: efectivo, yape, plin, transferencia, tarjeta u otro.',
    monto: 'Monto pagado.',
    referencia: 'Referencia u operación.',
    monto_recibido: 'Monto recibido, para mostrar el vuelto.',
    notas: 'Notas.',
  },
  ContratoColaboracion: {
    numero: 'Número del contrato.',
    tipo: '1: ventas. 2: adquisiciones.',
    descripcion: 'Descripción del contrato.',
    porcentaje: 'Porcentaje de participación, de 0 a 99.99.',
  },
};

export const descriptionOf = (owner: string, field: string): string | undefined =>
  DESCRIPTIONS[owner]?.[field] ?? COMMON[field];
