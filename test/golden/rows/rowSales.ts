/**
 * For each row of each catalogue of packages/fiscal, what makes a plain sale show it, or why no
 * document does.
 */
import { AFFECTATION, type Kind, type Sale, TAX } from '@rafaga/fiscal';
import { ALLOWANCE } from '../../../packages/fiscal/src/catalogues/allowances.js';
import { CURRENCY } from '../../../packages/fiscal/src/catalogues/currencies.js';
import { DETRACTION_GOODS } from '../../../packages/fiscal/src/catalogues/detractions.js';
import { BAG_TAXES } from '../../../packages/fiscal/src/catalogues/icbper.js';
import { IDENTITY } from '../../../packages/fiscal/src/catalogues/identities.js';
import { ISC_SYSTEM } from '../../../packages/fiscal/src/catalogues/iscSystems.js';
import { LEGEND } from '../../../packages/fiscal/src/catalogues/legends.js';
import { PAYMENT_MEANS } from '../../../packages/fiscal/src/catalogues/means.js';
import { OPERATION } from '../../../packages/fiscal/src/catalogues/operations.js';
import { PERCEPTION } from '../../../packages/fiscal/src/catalogues/perceptions.js';
import { PRICE_TYPE } from '../../../packages/fiscal/src/catalogues/priceTypes.js';
import * as rates from '../../../packages/fiscal/src/catalogues/rates.js';
import { ADVANCE_NUMBER } from '../../../packages/fiscal/src/catalogues/relatedDocuments.js';
import { aLine, TODAY } from '../aSale.js';
import { allowanceRow } from './allowanceRows.js';
import { operationRow } from './operationRows.js';

/** The fields of the sale; a text is the reason why no document of that kind shows the row. */
export type RowSale = Partial<Sale> | string;
export type RowSales = Readonly<Record<string, (kind: Kind) => RowSale>>;

const each = (rows: object, make: (code: string, kind: Kind) => RowSale): RowSales =>
  Object.fromEntries(
    Object.keys(rows).map((code) => [code, (kind: Kind) => make(code, kind)] as const),
  );
const dated = (
  rows: readonly { from: string; percent?: string; soles?: string }[],
  make: (row: { from: string; percent: string }) => RowSale,
): RowSales =>
  Object.fromEntries(
    rows.map(({ from, percent = '', soles = '' }) => [
      `${from} ${percent}${soles}`,
      () => make({ from, percent }),
    ]),
  );

const foreigner = { documentType: '7', document: 'X1234567', name: 'John Smith' };
const line = (own: object): Partial<Sale> => ({ lines: [aLine(own)] });
const detraction = { goods: '037', percent: '12', account: '00-068-123456', amount: '14.16' };

function affectationSale(affectation: string): Partial<Sale> {
  const own = line({ affectation }).lines ?? [];
  if (affectation === '40') return { operation: '0200', client: foreigner, lines: own };
  return { lines: own };
}

function identitySale(documentType: string, kind: Kind): Partial<Sale> {
  const document = { '1': '45678912', '6': '20601234565' }[documentType] ?? 'X1234567';
  const client = { documentType, document, name: 'Ana Quispe Mamani' };
  return kind === 'boleta' || documentType === '6' ? { client } : { client, operation: '0401' };
}

/** The rows of legends that not any sale may have, with what they tell. */
const TOLD: Readonly<Record<string, () => RowSale>> = {
  '1002': () => affectationSale('15'),
  '2000': () => perceptionSale('51'),
  '2001': () => affectationSale('20'),
  '2002': () => affectationSale('20'),
  '2003': () => affectationSale('20'),
  '2006': () => ({ operation: '1001', detraction: { ...detraction, means: '001' } }),
  '2007': () => affectationSale('17'),
  '2008': () => affectationSale('20'),
};
const legendSale = (code: string): Partial<Sale> => ({
  legends: [{ code, text: LEGEND[code as keyof typeof LEGEND] }],
  ...(TOLD[code]?.() as Partial<Sale>),
});

const percentOf: Readonly<Record<string, string>> = { '51': '0.02', '52': '0.01', '53': '0.005' };
const perceptionSale = (code: string): Partial<Sale> => ({
  operation: '2001',
  perception: {
    code,
    factor: percentOf[code] as string,
    base: '118',
    amount: { '51': '2.36', '52': '1.18', '53': '0.59' }[code] as string,
  },
});

const ELSEWHERE = 'the golden files of another catalogue have it in each document';

/** By the file of the catalogue. */
export const ROW_SALES: Readonly<Record<string, RowSales>> = {
  affectations: each(AFFECTATION, affectationSale),
  allowances: each(ALLOWANCE, allowanceRow),
  currencies: each(CURRENCY, (currency) => ({ currency: currency as Sale['currency'] })),
  detractions: each(DETRACTION_GOODS, (goods) => ({
    issueDate: [TODAY, DETRACTION_GOODS[goods]?.from ?? ''].toSorted().at(-1) as string,
    operation: '1001',
    detraction: { ...detraction, goods, means: '001' },
  })),
  icbper: dated(BAG_TAXES, ({ from }) => ({ issueDate: from, ...line({ icbper: {} }) })),
  identities: each(IDENTITY, identitySale),
  iscSystems: each(ISC_SYSTEM, (system) =>
    line({ isc: system === '01' ? { system, percent: '10' } : { system, amount: '3' } }),
  ),
  legends: each(LEGEND, legendSale),
  means: each(PAYMENT_MEANS, (means) => ({
    operation: '1001',
    detraction: { ...detraction, means },
  })),
  operations: each(OPERATION, operationRow),
  perceptions: each(PERCEPTION, perceptionSale),
  priceTypes: each(PRICE_TYPE, (type) => line({ affectation: type === '02' ? '31' : '10' })),
  rates: {
    ...dated(rates.GENERAL_RATES, ({ from }) => ({ issueDate: from })),
    ...dated(rates.SMALL_COMPANY_RATES, ({ from, percent }) => ({
      issueDate: from,
      ...line({ igvPercent: percent }),
    })),
    ...dated(rates.RICE_RATES, () => line({ affectation: '17' })),
  },
  relatedDocuments: each(ADVANCE_NUMBER, (documentType) => ({
    advances: [
      { documentType, document: documentType === '02' ? 'F001-9' : 'B001-9', amount: '59' },
    ],
  })),
  taxes: each(TAX, (tax) => (tax === '9999' ? 'no other tax than these is offered' : ELSEWHERE)),
};

/** The catalogues without golden files of their rows. */
export const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  additionalElements: 'words of UBL 2.0, for what is read about older documents',
  concepts: 'words of UBL 2.0, for what is read about older documents',
  dated: 'the type of rows with dates',
  deadlines: 'when a document may be sent, which its XML does not show',
  deferredRules: 'rules to come, which change no document',
  documents: 'the two kinds have golden files; the others are not issued',
  productCodes: 'what is said of a wrong code, which the XML shows as it is',
  simpleOperations: 'words of UBL 2.0, for what is read about older documents',
  thresholds: 'a limit that refuses a sale, and changes no document',
  ubigeoTable: 'text that the XML shows as it is',
  ubigeos: 'finds rows of ubigeoTable',
  units: 'a code that the XML shows as it is, beside any amount',
};
