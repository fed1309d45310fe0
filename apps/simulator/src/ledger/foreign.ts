/** Makes the registration of a document that another system sent under one of our numbers. */
import { createHash } from 'node:crypto';
import { textOf } from '../codes.js';
import type { DocumentName } from '../documents/name.js';
import { limaDate } from '../documents/rules.js';
import type { Verdict } from '../script/outcomes.js';
import { descriptionOf } from './description.js';
import { newTicket, type Registration } from './registry.js';

export interface ForeignFacts {
  clientType: string;
  client: string;
  issueDate: string;
  currency: string;
  total: string;
  verdict: Verdict;
  /** The return code of a rejection. */
  code: string;
  /** The DigestValue in its CDR, as an OSE's has it; absent: none, as in SUNAT's. */
  documentHash: string;
  registeredAt: string;
}

const DEFAULT_FACTS = {
  clientType: '6',
  client: '20100070970',
  currency: 'PEN',
  total: '1.18',
} as const;
const REJECTED = '2017';

export function foreignRegistration(
  name: DocumentName,
  facts: Partial<ForeignFacts> = {},
): Registration {
  const now = new Date();
  const { verdict = 'accepted', code: given = REJECTED, ...rest } = facts;
  const code = verdict === 'rejected' ? given : '0';
  return {
    ...DEFAULT_FACTS,
    document: name.text,
    // the hash of no file that we could have sent
    sha256: createHash('sha256')
      .update(`ajeno ${name.text} ${facts.documentHash ?? ''}`)
      .digest('hex'),
    verdict,
    code,
    description: descriptionOf(name, code),
    notes: verdict === 'observed' ? [`4252 - ${textOf('4252')}`] : [],
    ticket: newTicket(),
    registeredAt: now.toISOString(),
    issueDate: limaDate(now),
    foreign: true,
    ...rest,
  };
}
