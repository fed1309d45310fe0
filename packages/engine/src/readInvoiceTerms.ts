/**
 * Reads what a signed document says beside its lines and totals: terms of payment, references,
 * legends and note. A boleta has no form of payment, and no XML has the payments of a ticket.
 */
import {
  type Advance,
  type Collaboration,
  type Detraction,
  type Guide,
  type Instalment,
  type Legend,
  PERCEPTION,
  type Perception,
} from '@rafaga/fiscal';
import { joined } from './notes.js';
import { allowanceOf, type InvoiceAllowance } from './readInvoiceLine.js';
import { textOf, type XmlElement } from './xmlNodes.js';
import { all, attribute, given, one, optional, required, requiredDecimal } from './xmlPath.js';

export interface InvoiceTerms {
  dueDate?: string;
  payment: 'cash' | 'credit';
  instalments: Instalment[];
  detraction?: Detraction;
  perception?: Perception;
  /** Of the whole document, without the perception. */
  allowances: InvoiceAllowance[];
  advances: Advance[];
  guides: Guide[];
  collaboration?: Collaboration;
  legends: Legend[];
  note?: string;
}

export function termsOf(root: XmlElement): InvoiceTerms {
  const terms = all(root, 'PaymentTerms');
  const named = (id: string) => terms.filter((each) => optional(each, 'ID') === id);
  const form = named('FormaPago');
  const charges = all(root, 'AllowanceCharge').map(allowanceOf);
  return {
    ...given('dueDate', optional(root, 'DueDate')),
    payment: form.some((each) => optional(each, 'PaymentMeansID') === 'Credito')
      ? 'credit'
      : 'cash',
    instalments: form.flatMap(instalmentOf),
    ...given('detraction', detractionOf(root, named('Detraccion')[0])),
    ...given('perception', perceptionOf(charges, named('Percepcion')[0])),
    allowances: charges.filter((charge) => !isPerception(charge)),
    advances: advancesOf(root),
    guides: all(root, 'DespatchDocumentReference').map((guide) => ({
      type: required(guide, 'DocumentTypeCode'),
      number: required(guide, 'ID'),
    })),
    ...given('collaboration', collaborationOf(one(root, 'ContractDocumentReference'))),
    ...notesOf(root),
  };
}

/** Only an instalment has a date. */
function instalmentOf(terms: XmlElement): Instalment[] {
  const dueDate = optional(terms, 'PaymentDueDate');
  return dueDate === undefined ? [] : [{ amount: requiredDecimal(terms, 'Amount'), dueDate }];
}

function detractionOf(root: XmlElement, terms: XmlElement | undefined): Detraction | undefined {
  return (
    terms && {
      goods: required(terms, 'PaymentMeansID'),
      percent: requiredDecimal(terms, 'PaymentPercent'),
      account: required(root, 'PaymentMeans/PayeeFinancialAccount/ID'),
      means: required(root, 'PaymentMeans/PaymentMeansCode'),
      amount: requiredDecimal(terms, 'Amount'),
    }
  );
}

const isPerception = ({ code }: InvoiceAllowance): boolean => Object.hasOwn(PERCEPTION, code);

function perceptionOf(
  charges: readonly InvoiceAllowance[],
  terms: XmlElement | undefined,
): Perception | undefined {
  const charge = charges.find(isPerception);
  if (charge === undefined) return undefined;
  const total = terms && requiredDecimal(terms, 'Amount');
  return { ...charge, factor: charge.factor ?? '0', ...given('total', total) };
}

/** The documents of advances and their payments, which have the same order. */
function advancesOf(root: XmlElement): Advance[] {
  const documents = all(root, 'AdditionalDocumentReference');
  return all(root, 'PrepaidPayment').flatMap((payment, at) => {
    const document = documents[at];
    return document === undefined
      ? []
      : [
          {
            documentType: required(document, 'DocumentTypeCode'),
            document: required(document, 'ID'),
            amount: requiredDecimal(payment, 'PaidAmount'),
          },
        ];
  });
}

const SHARE = 'IssuerParty/PartyLegalEntity/ShareholderParty/PartecipationPercent';

function collaborationOf(contract: XmlElement | undefined): Collaboration | undefined {
  return (
    contract && {
      number: required(contract, 'ID'),
      type: required(contract, 'DocumentTypeCode'),
      description: required(contract, 'DocumentDescription'),
      percent: requiredDecimal(contract, SHARE),
    }
  );
}

/** A note with a code is a legend; those without are the pieces of the note. */
function notesOf(root: XmlElement): Pick<InvoiceTerms, 'legends' | 'note'> {
  const legends: Legend[] = [];
  const pieces: string[] = [];
  for (const note of all(root, 'Note')) {
    const code = attribute(note, 'languageLocaleID');
    if (code === undefined) pieces.push(textOf(note));
    else legends.push({ code, text: textOf(note) });
  }
  return { legends, ...given('note', pieces.length === 0 ? undefined : joined(pieces)) };
}
