/** What SUNAT answered when a person had it asked: what we sent beside what SUNAT says. */
import type { Compared, Inquiry, InquiryOutcome } from '@rafaga/db';
import { actorText, INQUIRY, theirsOf } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Note, type Severity } from '../html/components.js';
import { ago, instant, took } from '../html/formats.js';
import { ComparedTable } from './comparedTable.js';
import type { ReferenceDetails } from './requestedReference.js';

interface InquiryPanelProps {
  inquiry: Inquiry;
  details: ReferenceDetails;
  revealed: boolean;
  now: Date;
}

export function InquiryPanel({ inquiry, details, revealed, now }: InquiryPanelProps): VNode {
  const { askedBy, askedAt, takenAt, result } = inquiry;
  const asked = `La pidió ${actorText(askedBy)} el ${instant(askedAt)}.`;
  if (!result)
    return (
      <Note severity="calm" title="Consultando a SUNAT">
        <p>
          {asked}{' '}
          {takenAt
            ? `Un procesador pregunta desde hace ${ago(takenAt, now)}.`
            : 'Todavía no la toma un procesador.'}{' '}
          No se envía nada.
        </p>
      </Note>
    );
  const theirs = theirsOf(result.answers);
  return (
    <>
      <Note severity={SEVERITY[result.outcome] ?? 'warn'} title={INQUIRY[result.outcome]}>
        <p>
          {asked} {UNANSWERED.includes(result.outcome) ? 'Terminó' : 'SUNAT contestó'} el{' '}
          {instant(result.at)}
          {result.answers.length > 0 && `, en ${took(total(inquiry))}`}. Consultar no envió nada ni
          cambió el estado.
        </p>
      </Note>
      {theirs && <ComparedTable compared={{ ours: oursOf(details), theirs }} revealed={revealed} />}
    </>
  );
}

/** It came to no answer, or to none that can be read. */
const UNANSWERED: readonly InquiryOutcome[] = ['no_answer', 'cannot_ask'];

const SEVERITY: Partial<Record<string, Severity>> = { ours_accepted: 'good', other: 'bad' };

const total = ({ result }: Inquiry): number =>
  (result?.answers ?? []).reduce((sum, { tookMs }) => sum + tookMs, 0);

function oursOf({ document }: ReferenceDetails): Compared['ours'] {
  const { client, total: amount, currency, issueDate, outcome } = document;
  const signature = outcome?.signature;
  return {
    receiver: client.document,
    total: amount,
    currency,
    issueDate,
    ...(signature && { digest: signature.digest, signedAt: signature.at.toISOString() }),
  };
}
