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

const MAKE = { '01': aFactura, '03': aSale } as const;

/** The sales as documents of the kind. */
export const brokenSales = (kind: keyof typeof MAKE): Sale[] => BROKEN.map(MAKE[kind]);
