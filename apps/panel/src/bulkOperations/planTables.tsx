/** The tables of a plan: its numbers, its first references, and what is left out by cause. */
import type { Exclusion, PlannedDocument } from '@rafaga/db';
import { centsText } from '@rafaga/fiscal';
import { count, KIND, many, REVIEW } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList, Table } from '../html/components.js';
import { money } from '../html/formats.js';
import { EXCLUSION } from './operationWords.js';
import { MAX_PLANNED, type RequestedPlan } from './requestedPlan.js';

/** References that the page names. */
const MAX_LISTED = 10;

interface PlanFactsProps {
  plan: RequestedPlan;
  ready: readonly PlannedDocument[];
  leftOut: readonly PlannedDocument[];
}

export const PlanFacts = ({ plan, ready, leftOut }: PlanFactsProps): VNode => (
  <DescriptionList
    rows={[
      ['Cuáles', plan.selection],
      ['Se harán', many(ready.length, 'referencia', 'referencias')],
      ['Suman', ready.length > 0 && sumText(ready)],
      ['Se dejan fuera', many(leftOut.length, 'referencia', 'referencias')],
      [
        'Hay más',
        plan.more &&
          `Un plan toma las ${count(MAX_PLANNED)} más antiguas; las demás van en otra operación.`,
      ],
    ]}
  />
);

/** The totals of each currency; cents are whole numbers. */
function sumText(documents: readonly PlannedDocument[]): string {
  const sums = new Map<string, bigint>();
  for (const { currency, total } of documents)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(total.replace('.', '')));
  return [...sums].map(([currency, cents]) => money(currency, centsText(cents))).join(' y ');
}

export const PlannedTable = ({ documents }: { documents: readonly PlannedDocument[] }): VNode => (
  <Table
    caption={documents.length > MAX_LISTED ? `Las primeras ${MAX_LISTED}` : 'Cuáles'}
    head={['Referencia', 'Comprobante', 'Negocio', 'Total', 'Por qué está detenida']}
    rows={documents.slice(0, MAX_LISTED).map((each) => [
      <ReferenceLink document={each} />,
      <span class="number">
        {KIND[each.kind]} {each.series}-{each.number}
      </span>,
      each.legalName,
      <span class="number">{money(each.currency, each.total)}</span>,
      <span class="wide">
        {[each.reviewReason && REVIEW[each.reviewReason], each.lastCode]
          .filter(Boolean)
          .join(' · ')}
      </span>,
    ])}
  />
);

const ReferenceLink = ({ document }: { document: PlannedDocument }): VNode => (
  <a class="wide" href={`/referencias/${document.documentId}`}>
    {document.reference}
  </a>
);

/** How many are left out for each cause, with the first of them. */
export function LeftOut({ documents }: { documents: readonly PlannedDocument[] }): VNode {
  const causes = [...new Set(documents.map(({ exclusion }) => exclusion as Exclusion))];
  return (
    <Table
      caption="Lo que se deja fuera"
      head={['Por qué', 'Cuántas', 'La primera']}
      rows={causes.map((cause) => {
        const found = documents.filter(({ exclusion }) => exclusion === cause);
        return [
          <span class="wide">{EXCLUSION[cause]}</span>,
          count(found.length),
          found[0] && <ReferenceLink document={found[0]} />,
        ];
      })}
    />
  );
}
