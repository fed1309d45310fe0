/**
 * Each rule of SUNAT that the golden tests apply finds a fault that is put into a valid document.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import { price, type Sale } from '@rafaga/fiscal';
import { ISSUER } from './aSale.js';
import { CASES } from './cases.js';
import { brokenRules } from './rules/index.js';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

async function xmlOf(name: string): Promise<string> {
  return (
    await signedInvoice(
      { priced: price(CASES[name] as Sale), issuer: ISSUER, number: 1, issueTime: '10:20:30' },
      signer,
    )
  ).xml.toString();
}

/** Replaces the last occurrence of `from`, which is in a line when line and header have it. */
function last(xml: string, from: string, to: string): string {
  const at = xml.lastIndexOf(from);
  return xml.slice(0, at) + to + xml.slice(at + from.length);
}

const first = (xml: string, from: string, to: string) => xml.replace(from, () => to);

const SOLES_BASE = '<cbc:BaseAmount currencyID="PEN">442.50<';
const DOLLAR_BASE = SOLES_BASE.replace('PEN', 'USD');
const SOLES_TOTAL = '<cbc:Amount currencyID="PEN">451.35<';
const DOLLAR_TOTAL = SOLES_TOTAL.replace('PEN', 'USD');

// each row changes one value of a valid document, which the rule must find
test.each([
  ['3271', 'factura', last, '>50.00</cbc:PriceAmount>', '>51.00</cbc:PriceAmount>'],
  ['3270', 'factura', first, '>59.00</cbc:PriceAmount>', '>60.01</cbc:PriceAmount>'],
  ['3272', 'factura', last, '>100.00</cbc:TaxableAmount>', '>100.01</cbc:TaxableAmount>'],
  ['3103', 'factura', last, '>18.00</cbc:TaxAmount>', '>19.01</cbc:TaxAmount>'],
  ['3111', 'factura', last, '>18.00</cbc:TaxAmount>', '>0.00</cbc:TaxAmount>'],
  ['3111', 'solo-gratuita', last, '>18.00</cbc:TaxAmount>', '>0.00</cbc:TaxAmount>'],
  ['3110', 'afectacion-20', last, '>0.00</cbc:TaxAmount>', '>0.01</cbc:TaxAmount>'],
  ['3110', 'afectacion-21', last, '>0.00</cbc:TaxAmount>', '>0.01</cbc:TaxAmount>'],
  ['3110', 'afectacion-40-gratuita', last, '>0.00</cbc:TaxAmount>', '>0.01</cbc:TaxAmount>'],
  ['3108', 'isc-al-valor', last, '>9.09</cbc:TaxAmount>', '>10.10</cbc:TaxAmount>'],
  ['4318', 'bolsas', last, '>1.50</cbc:TaxAmount>', '>1.51</cbc:TaxAmount>'],
  ['3306', 'bolsas', first, '>1.50</cbc:TaxAmount>', '>1.51</cbc:TaxAmount>'],
  ['3236', 'bolsas', last, '>3</cbc:BaseUnitMeasure>', '>2</cbc:BaseUnitMeasure>'],
  [
    '3290',
    'descuento-de-linea-que-afecta-la-base',
    last,
    '>10.00</cbc:Amount>',
    '>11.01</cbc:Amount>',
  ],
  [
    '3307',
    'descuento-global-que-afecta-la-base',
    last,
    '>0.1</cbc:MultiplierFactorNumeric>',
    '>0.2</cbc:MultiplierFactorNumeric>',
  ],
  ['3294', 'factura', first, '>18.00</cbc:TaxAmount>', '>19.01</cbc:TaxAmount>'],
  [
    '3273',
    'exportacion-de-servicios',
    first,
    '>500.00</cbc:TaxableAmount>',
    '>501.01</cbc:TaxableAmount>',
  ],
  [
    '3274',
    'anticipo-inafecto',
    first,
    '>700.00</cbc:TaxableAmount>',
    '>1000.00</cbc:TaxableAmount>',
  ],
  [
    '3275',
    'anticipo-exonerado',
    first,
    '>700.00</cbc:TaxableAmount>',
    '>1000.00</cbc:TaxableAmount>',
  ],
  ['3276', 'solo-gratuita', first, '>100.00</cbc:TaxableAmount>', '>118.00</cbc:TaxableAmount>'],
  ['3302', 'solo-gratuita', first, '>18.00</cbc:TaxAmount>', '>0.00</cbc:TaxAmount>'],
  ['3277', 'anticipo', first, '>1500.00</cbc:TaxableAmount>', '>2000.00</cbc:TaxableAmount>'],
  ['3293', 'afectacion-17', first, '>250.00</cbc:TaxableAmount>', '>252.00</cbc:TaxableAmount>'],
  [
    '3291',
    'anticipo',
    first,
    '>04</cbc:AllowanceChargeReasonCode>',
    '>05</cbc:AllowanceChargeReasonCode>',
  ],
  [
    '3287',
    'anticipo',
    first,
    '>04</cbc:AllowanceChargeReasonCode>',
    '>03</cbc:AllowanceChargeReasonCode>',
  ],
  ['3298', 'isc-al-valor', first, '>9.09</cbc:TaxAmount>', '>10.10</cbc:TaxAmount>'],
  [
    '3278',
    'anticipo',
    first,
    '>2000.00</cbc:LineExtensionAmount>',
    '>1500.00</cbc:LineExtensionAmount>',
  ],
  [
    '3279',
    'anticipo',
    first,
    '>2360.00</cbc:TaxInclusiveAmount>',
    '>1770.00</cbc:TaxInclusiveAmount>',
  ],
  ['3280', 'anticipo', first, '>1770.00</cbc:PayableAmount>', '>2360.00</cbc:PayableAmount>'],
  ['2509', 'anticipo', first, '>590.00</cbc:PaidAmount>', '>589.99</cbc:PaidAmount>'],
  ['3213', 'anticipo', first, '>1</cbc:DocumentStatusCode>', '>2</cbc:DocumentStatusCode>'],
  [
    '3300',
    'descuento-global-que-afecta-la-base',
    first,
    '<cbc:PayableAmount',
    '<cbc:AllowanceTotalAmount currencyID="PEN">10.00</cbc:AllowanceTotalAmount><cbc:PayableAmount',
  ],
  [
    '3301',
    'percepcion-venta-interna',
    first,
    '<cbc:PayableAmount',
    '<cbc:ChargeTotalAmount currencyID="PEN">2.36</cbc:ChargeTotalAmount><cbc:PayableAmount',
  ],
  [
    '3263',
    'retencion-del-igv-por-monto-tras-anticipo',
    first,
    '>0.03</cbc:MultiplierFactorNumeric>',
    '>0</cbc:MultiplierFactorNumeric>',
  ],
  [
    '3264',
    'retencion-del-igv-por-monto-tras-anticipo',
    first,
    '>1770.00</cbc:BaseAmount>',
    '>2360.00</cbc:BaseAmount>',
  ],
  ['3319', 'credito-tres-cuotas', first, '>39.50</cbc:Amount>', '>39.51</cbc:Amount>'],
  [
    '3267',
    'credito-una-cuota',
    first,
    '2026-04-02</cbc:PaymentDueDate>',
    '2026-03-02</cbc:PaymentDueDate>',
  ],
  ['3244', 'factura', first, 'Contado', 'Otro'],
  [
    '3128',
    'boleta',
    first,
    '<cac:TaxTotal>',
    '<cac:PaymentTerms><cbc:ID>FormaPago</cbc:ID></cac:PaymentTerms><cac:TaxTotal>',
  ],
  [
    '3127',
    'detraccion',
    first,
    '<cbc:ID>Detraccion</cbc:ID><cbc:PaymentMeansID',
    '<cbc:ID>Otra</cbc:ID><cbc:PaymentMeansID',
  ],
  ['3208', 'detraccion-en-dolares', first, 'currencyID="PEN"', 'currencyID="USD"'],
  ['2071', 'percepcion-en-dolares', first, SOLES_BASE, DOLLAR_BASE],
  ['2071', 'percepcion-en-dolares', first, SOLES_TOTAL, DOLLAR_TOTAL],
  ['2788', 'percepcion-en-dolares', first, SOLES_TOTAL, DOLLAR_TOTAL],
  [
    '2797',
    'percepcion-venta-interna',
    first,
    '>118.00</cbc:BaseAmount>',
    '>118.01</cbc:BaseAmount>',
  ],
  ['2798', 'percepcion-en-dolares', first, '>8.85</cbc:Amount>', '>9.86</cbc:Amount>'],
  ['3311', 'percepcion-venta-interna', first, '>120.36</cbc:Amount>', '>0.00</cbc:Amount>'],
  ['2071', 'factura', last, 'currencyID="PEN"', 'currencyID="USD"'],
  ['3006', 'factura', first, 'SON CIENTO', 'SON\nCIENTO'],
  [
    '3014',
    'factura-con-todo-lo-que-no-es-dinero',
    first,
    'languageLocaleID="2010"',
    'languageLocaleID="1000"',
  ],
  ['2999', 'factura', last, '>18.00</cbc:TaxAmount>', '>18.001</cbc:TaxAmount>'],
  ['2999', 'factura', last, '>18.00</cbc:TaxAmount>', '>-0.01</cbc:TaxAmount>'],
  ['3051', 'factura', last, '<cbc:Name>IGV</cbc:Name>', '<cbc:Name>ISC</cbc:Name>'],
  [
    '425x cac:TaxScheme/cbc:ID/@schemeName',
    'factura',
    last,
    'Codigo de tributos',
    'Tax Scheme Identifier',
  ],
  ['2640', 'solo-gratuita', last, '>0.00</cbc:PriceAmount>', '>50.00</cbc:PriceAmount>'],
] as const)('rule %s finds a wrong value in %s', async (code, name, replace, from, to) => {
  const xml = await xmlOf(name);
  const changed = replace(xml, from, to);
  expect(changed).not.toBe(xml);
  expect(brokenRules(changed)).toContain(code);
});
