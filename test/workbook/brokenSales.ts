/**
 * Sales that each break a rule: as a factura and as a boleta, they show that what answers/ calls
 * checked is reported.
 */
import type { Advance, Allowance, Detraction, Line, Perception, Sale } from '@rafaga/fiscal';
import { aFactura, aLine, aSale } from '../../packages/fiscal/testing/aSale.js';

const LATER = '2026-12-21';
const line = (own: Partial<Line>) => ({ lines: [aLine(own)] });
const adjusted = (...allowances: Allowance[]) => ({ allowances });
const advanced = (own: Partial<Advance>, ...allowances: Allowance[]) => ({
  advances: [{ documentType: '02', document: 'F001-7', amount: '59', ...own }],
  allowances,
});
const credit = (amount: string, dueDate = LATER): Partial<Sale> => ({
  payment: 'credit',
  instalments: [{ amount, dueDate }],
});
const detracted = (own: Partial<Detraction>, operation = '1001') => ({
  operation,
  detraction: {
    goods: '037',
    percent: '12',
    account: '00-012-345678',
    means: '001',
    amount: '14.16',
    ...own,
  },
});
const perceived = (own: Partial<Perception>, operation = '2001') => ({
  operation,
  perception: { code: '51', factor: '0.02', base: '118', amount: '2.36', ...own },
});
const advance = { documentType: '02', document: 'F001-7', amount: '59' };
const guide = { type: '31', number: 'V001-1' };
const legend = { code: '1000', text: 'UNO' };
const isc = (own: object) => line({ isc: { system: '01', ...own } });
const client = (documentType: string, document: string, name = 'John Smith') => ({
  client: { documentType, document, name },
});
const cents = Array.from({ length: 500 }, () => aLine({ unitPrice: '0.10', affectation: '17' }));
const taxedCents = Array.from({ length: 500 }, () =>
  aLine({ unitPrice: '0.08', igvPercent: '10.5' }),
);

const BROKEN: readonly Partial<Sale>[] = [
  { issueDate: '2026-11-25' },
  { issueDate: '2019-07-31' },
  { operation: '0999' },
  ...['0201', '0202', '0301', '0302', '1002', '1004', '2002', '2100', '2104', '2105'].map(
    (operation) => ({ operation }),
  ),
  { operation: '0112' },
  { operation: '0200', ...line({ isc: { system: '01', percent: '10' } }) },
  { lines: [aLine({ igvPercent: '18' }), aLine({ igvPercent: '10.5' })] },

  client('Z', '45678912'),
  client('7', 'AB 123'),
  client('1', '45678912', 'Al'),

  line({ quantity: '999999999999', unitPrice: '999999' }),
  line({ quantity: '123456789012', unitPrice: '0.01' }),
  line({ unit: 'UND' }),
  line({ code: 'A\nB' }),
  line({ sunatCode: '01234567' }),
  line({ sunatCode: '84121901' }),
  line({ affectation: '99' }),
  line({ igvPercent: '0' }),
  line({ affectation: '17', igvPercent: '18' }),
  line({ unitPrice: '0' }),
  { lines: [aLine({ affectation: '17' }), aLine()] },

  isc({ system: '09', amount: '10' }),
  isc({}),
  isc({ percent: '1000' }),
  isc({ percent: '20', amount: '20' }),
  line({ affectation: '17', isc: { system: '01', percent: '10' } }),
  line({ quantity: '0.5', icbper: {} }),
  line({ icbper: { perBag: '0' } }),
  line({ icbper: { perBag: '0.500001' } }),
  line({ icbper: { perBag: '0.30' } }),
  { operation: '0113', ...line({ icbper: {} }) },
  { currency: 'USD', ...line({ quantity: '3', icbper: { amount: '0.40' } }) },

  { lines: [0, 1].map(() => aLine({ quantity: '999999', unitPrice: '999999' })) },
  { lines: cents },
  { lines: taxedCents },
  ...['2001', '2002', '2003', '2008'].map((code) => ({ legends: [{ code, text: 'EXONERADA' }] })),

  line({ allowances: [{ code: '98', amount: '1' }] }),
  line({ allowances: [{ code: '02', amount: '1' }] }),
  line({ allowances: [{ code: '00', factor: '0.1', base: '100', amount: '50' }] }),
  adjusted({ code: '98', amount: '1' }),
  adjusted({ code: '00', amount: '1' }),
  adjusted({ code: '02', factor: '0.1', base: '100', amount: '50' }),
  adjusted({ code: '45', amount: '5', base: '0' }),
  adjusted({ code: '62', amount: '0' }),
  adjusted({ code: '62', amount: '119' }),
  adjusted({ code: '62', base: '1000', factor: '0.03' }),
  { ...client('1', '45678912'), ...adjusted({ code: '62', amount: '3.54' }) },
  adjusted({ code: '63', base: '0', amount: '5' }),

  { advances: [advance, advance] },
  advanced({ documentType: '10' }),
  advanced({ document: 'B001-7' }),
  advanced({ amount: '0' }),
  advanced({}, { code: '20', amount: '50' }),
  adjusted({ code: '04', amount: '50' }),

  { ...credit('118'), instalments: [] },
  { ...credit('118'), payment: 'cash' },
  credit('118.01'),
  {
    payment: 'credit',
    instalments: ['60', '59'].map((amount) => ({ amount, dueDate: LATER })),
  },
  credit('59'),
  credit('118', '2026-11-20'),

  { operation: '1001' },
  detracted({}, '0401'),
  detracted({ goods: '999' }),
  detracted({}, '1003'),
  detracted({ means: '555' }),
  detracted({ amount: '0' }),

  { operation: '2001' },
  perceived({}, '0401'),
  perceived({ code: '54' }),
  perceived({ amount: '3.37' }),
  perceived({ base: '119', amount: '2.38' }),
  perceived({ base: '0', amount: '0' }),
  { ...perceived({}), currency: 'USD' },
  { ...perceived({}), ...credit('118') },

  { guides: [{ type: '01', number: 'F001-1' }] },
  { guides: [guide, guide] },
  { legends: [{ code: '9999', text: 'x' }] },
  { legends: [legend, legend] },
  { legends: [{ code: '1000', text: 'UNO\nDOS' }] },
];

/** A sale that breaks the rows of a code with these words in their tag or condition. */
export interface RowSale {
  code: string;
  row: RegExp;
  sale: Partial<Sale>;
  /** What is reported in its place: one of these codes. */
  as?: readonly string[];
}

const ruc = client('6', '20600695771');
const abroad = { operation: '0200', ...client('7', 'AB123') };
/** Of a wrong rate, in a factura and in a boleta. */
const RATE = ['3291', '4290'];
const gift = (own: Partial<Line>) => ({ lines: [aLine(), aLine({ affectation: '11', ...own })] });

/** For each row of a code that has several in one kind of document: they may be checked apart. */
export const ROW_SALES: readonly RowSale[] = [
  { code: '2800', row: /'0112/, sale: { operation: '0112', ...client('7', 'AB123') } },
  { code: '2800', row: /al listado/, sale: { operation: '0401', ...client('Z', 'AB123') } },
  { code: '2800', row: /'2008'|6-RUC/, sale: { operation: '0200', ...ruc } },
  { code: '2800', row: /'2106/, sale: { operation: '2106', ...ruc } },
  { code: '2800', row: /no es uno/, sale: client('1', '45678912') },
  { code: '2993', row: /'1000'/, sale: line({ igvPercent: '0' }), as: RATE },
  { code: '2993', row: /'9996'/, sale: gift({ igvPercent: '0' }), as: RATE },
  { code: '2892', row: /PerUnitAmount/, sale: line({ icbper: { perBag: '0.500001' } }) },
  { code: '2892', row: /BaseUnitMeasure/, sale: line({ quantity: '100000', icbper: {} }) },
  { code: '3107', row: /'1000'/, sale: abroad, as: ['2642'] },
  {
    code: '3107',
    row: /'9997'/,
    sale: { ...abroad, ...line({ affectation: '20' }) },
    as: ['2642'],
  },
  {
    code: '3107',
    row: /'2000'/,
    sale: { ...abroad, ...line({ affectation: '40', isc: { system: '01', percent: '10' } }) },
  },
  { code: '4290', row: /igual {1,2}a '0113'/, sale: { operation: '0113', lines: taxedCents } },
  { code: '4290', row: /diferente a '0113'/, sale: { lines: taxedCents } },
  { code: '3071', row: /cat[aá]logo 53/i, sale: adjusted({ code: '98', amount: '1' }) },
  { code: '3308', row: /./, sale: perceived({}, '0401') },
  { code: '3330', row: /./, sale: { ...perceived({}), ...credit('118') } },
  { code: '3129', row: /'1002/, sale: detracted({}, '1002') },
  { code: '3129', row: /'1003/, sale: detracted({}, '1003') },
  { code: '3129', row: /'1004/, sale: detracted({}, '1004') },
  { code: '3174', row: /./, sale: detracted({ means: '555' }) },
  { code: '2521', row: /02'? \(Factura/, sale: advanced({ document: 'B001-7' }) },
  { code: '2521', row: /03'? \(Boleta/, sale: advanced({ documentType: '03' }) },
  { code: '3123', row: /./, sale: { operation: '1004' }, as: ['3116'] },
  ...['3136', '3137', '3138', '3139'].flatMap((code) =>
    ['0202', '0205'].map((operation) => ({
      code,
      row: new RegExp(`'${operation}`),
      sale: { operation },
      as: ['3136'],
    })),
  ),
];

const MAKE = { '01': aFactura, '03': aSale } as const;
type WorkbookKind = keyof typeof MAKE;

/** The sales as documents of the kind. */
export const brokenSales = (kind: WorkbookKind): Sale[] => BROKEN.map(MAKE[kind]);

export const rowSale = ({ sale }: RowSale, kind: WorkbookKind): Sale => MAKE[kind](sale);
