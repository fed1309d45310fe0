/** The businesses behind a cause as a table: their pause, their certificate and what waits. */

import type { CauseBusiness } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import { CertificateExpiry } from '../businesses/setupIssues.js';
import { Table } from '../html/components.js';
import { clock } from '../html/formats.js';

export const CauseBusinessTable = (props: {
  caption: string;
  businesses: readonly CauseBusiness[];
  now: Date;
}): VNode => (
  <Table
    caption={props.caption}
    quiet
    head={['Negocio', 'RUC', 'Envío', 'Por qué', 'Esperan', 'Certificado']}
    rows={props.businesses.map((each) => [
      <a class="wide" href={`/negocios/${each.ruc}`}>
        {each.legalName}
      </a>,
      <span class="number">{each.ruc}</span>,
      pauseText(each, props.now),
      <span class="wide">{isPaused(each, props.now) ? each.pauseReason : ''}</span>,
      <a href={`/referencias?ver=pendientes&ruc=${each.ruc}`}>{count(each.pending)}</a>,
      <CertificateExpiry at={each.certificateUntil} now={props.now} />,
    ])}
  />
);

const isPaused = ({ pausedUntil }: CauseBusiness, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

/** A person's own pause has no end. */
function pauseText(business: CauseBusiness, now: Date): string {
  if (!isPaused(business, now)) return 'sin pausa';
  const until = business.pausedUntil as Date;
  return until.getUTCFullYear() >= 9999 ? 'en pausa' : `hasta las ${clock(until)}`;
}
