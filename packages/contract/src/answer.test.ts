/** The stored answer is a template of the 201, filled with the id and the number. */
import { expect, test } from '@jest/globals';
import { price } from '@rafaga/fiscal';
import { fillAnswer, ID_MARK, issuedAnswer, NUMBER_MARK } from './answer.js';
import { aBody } from './examples.js';
import { toSale } from './toSale.js';

const OPTIONS = { reference: 'venta-1', ruc: '20123456786' };
const priced = (change: object = {}) =>
  price(toSale('boleta', { ...aBody(), ...change }, { pricesIncludeTax: true }));

test('the filled template is the 201 of the specification', () => {
  const answer = JSON.parse(
    fillAnswer(issuedAnswer(priced(), OPTIONS), 42, 7, 'simulator'),
  ) as Record<string, unknown>;
  expect(answer).toEqual({
    estado: 'exito',
    mensaje: 'Boleta registrada. Su envío está en curso: consulta datos.fiscal.estado.',
    datos: {
      id: 42,
      tipo: 'boleta',
      serie: 'B001',
      correlativo: 7,
      numero_completo: 'B001-7',
      fecha_emision: '2026-03-15',
      tipo_moneda: 'PEN',
      items: [
        { mto_valor_venta: 5.93, igv: 1.07, total_impuestos: 1.07, total: 7 },
        { mto_valor_venta: 7.54, igv: 1.36, total_impuestos: 1.36, total: 8.9 },
      ],
      total_en_letras: 'SON QUINCE CON 90/100 SOLES',
      qr: expect.stringMatching(/^20123456786\|03\|B001\|7\|2\.43\|15\.90\|2026-03-15\|/),
      totales: expect.objectContaining({
        mto_oper_gravadas: 13.47,
        mto_igv: 2.43,
        mto_imp_venta: 15.9,
      }),
      fiscal: { estado: 'pendiente', codigo: null, descripcion: null, observaciones: [] },
      en_espera_de: 'sunat',
      entorno: 'simulado',
      referencia: { clave: 'venta-1', estado: 'finalizada' },
      archivos: { pdf: '/v1/boletas/42/pdf', xml: '/v1/boletas/42/xml', cdr: '/v1/boletas/42/cdr' },
    },
  });
});

test('the placeholders stand only for id and number, also when a caller sends them', () => {
  const extras = { nota: '\\u0001 \\\\u0002 "' };
  const template = issuedAnswer(
    priced({ extras, cliente: { tipo_doc: '0', num_doc: '\\u0002"', razon_social: 'Ana' } }),
    {
      ...OPTIONS,
      warnings: [{ at: ['client', 'document'], code: '4208', text: 'Observación' }],
    },
  );
  expect(template.split(ID_MARK)).toHaveLength(5);
  expect(template.split(NUMBER_MARK)).toHaveLength(4);
  const { datos } = JSON.parse(
    fillAnswer(template, Number.MAX_SAFE_INTEGER, 99_999_999, 'production'),
  ) as {
    datos: Record<string, unknown>;
  };
  expect(datos).toMatchObject({
    id: Number.MAX_SAFE_INTEGER,
    numero_completo: 'B001-99999999',
    qr: '20123456786|03|B001|99999999|2.43|15.90|2026-03-15|0|\\u0002"|',
    extras,
    advertencias: [{ codigo: '4208', descripcion: 'Observación' }],
  });
});

test('an answer is the text that JSON.stringify makes of it: the journal holds it as JSON', () => {
  const extras = JSON.parse(
    '{"b":1e21,"1":-0,"__proto__":{"x":"\\u0007\\ud800\\u2028ñ"},"10":[0.1,1e-7,12345678901234567890]}',
  );
  const text = fillAnswer(issuedAnswer(priced({ extras }), OPTIONS), 42, 7, 'simulator');
  expect(JSON.stringify(JSON.parse(text))).toBe(text);
});
