/** Sales at the edge of what each family of rules admits. */
import type { Kind, Sale } from '@rafaga/fiscal';
import { aLine } from '../aSale.js';
import type { RowSale } from './rowSales.js';

const line = (own: object): Partial<Sale> => ({ lines: [aLine(own)] });
const adjusted = (code: string, amount: string): Partial<Sale> => ({
  allowances: [{ code, amount }],
});
const credit = (amount: string): Partial<Sale> => ({
  payment: 'credit',
  instalments: [{ amount, dueDate: '2026-03-03' }],
});
const deducted = { goods: '037', percent: '12', account: '00-068-123456', means: '001' };
const anonymous = { documentType: '0', document: '00000000', name: 'CLIENTES VARIOS' };
const ofKind = (own: Kind, sale: RowSale, reason: string) => (kind: Kind) =>
  kind === own ? sale : reason;

export const EDGE_SALES: Readonly<Record<string, (kind: Kind) => RowSale>> = {
  'client: an anonymous boleta of S/ 700.00': ofKind(
    'boleta',
    { client: anonymous, ...line({ unitPrice: '350' }) },
    'a factura is never anonymous',
  ),
  'client: a name of three letters': () => ({
    client: { documentType: '6', document: '20601234565', name: 'Sol' },
  }),
  'lines: a price of one céntimo': () => line({ quantity: '1', unitPrice: '0.01' }),
  'lines: the smallest quantity': () =>
    line({ quantity: '0.0000000001', unitPrice: '99999999999' }),
  'lines: a value of eleven digits': () => line({ quantity: '1', unitPrice: '84999999999.99' }),
  'taxes: an ISC of 999 percent': () => line({ isc: { system: '01', percent: '999' } }),
  'taxes: 99999 bags in a line': () => line({ quantity: '99999', unitPrice: '0.10', icbper: {} }),
  'allowances: a discount of all but a céntimo': () => adjusted('02', '99.99'),
  'allowances: a discount of the whole price': () => adjusted('03', '118'),
  'advances: of the whole price': () => ({
    advances: [{ documentType: '02', document: 'F001-9', amount: '118' }],
  }),
  'payment: instalments one sol short, due on the next day': () => credit('117'),
  'detraction: its percent rounded up to a whole sol': () => ({
    operation: '1001',
    detraction: { ...deducted, amount: '15' },
  }),
  'perception: two céntimos more than its rate': () => ({
    operation: '2001',
    perception: { code: '51', factor: '0.02', base: '118', amount: '2.38' },
  }),
  'references: a legend of 200 characters': () => ({
    legends: [{ code: '2005', text: 'ñ'.repeat(200) }],
  }),
  'operation: no rate of IGV in the NRUS': ofKind(
    'boleta',
    { operation: '0113', ...line({ igvPercent: '0' }) },
    'operation 0113 is of boletas',
  ),
};
