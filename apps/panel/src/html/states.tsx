/** The states of documents and businesses as tags. */
import type { DocumentSummary, Environment, ListedBusiness, StuckReason } from '@rafaga/db';
import { ENVIRONMENT, STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import { type Severity, Tag } from './components.js';

/** Marks everything that was not sent to the production of SUNAT. */
export const EnvironmentTag = ({ environment }: { environment: Environment }): VNode | null =>
  environment === 'production' ? null : <Tag severity="warn">{ENVIRONMENT[environment]}</Tag>;

export const DocumentState = ({
  found,
}: {
  found: Shown & Pick<DocumentSummary, 'environment'>;
}): VNode => (
  <>
    <State found={found} /> <EnvironmentTag environment={found.environment} />
  </>
);

type Shown = Pick<DocumentSummary, 'state' | 'emission' | 'withoutCdr' | 'evidence' | 'resolution'>;

function State({ found }: { found: Shown }): VNode {
  if (found.state === 'accepted' && found.evidence === 'presumed')
    return <Tag severity="warn">aceptado, presumido</Tag>;
  if (found.state === 'accepted')
    return found.withoutCdr ? (
      <Tag severity="warn">aceptado sin CDR</Tag>
    ) : (
      <Tag severity="good">aceptado</Tag>
    );
  if (found.resolution === 'discarded') return <Tag severity="calm">descartado</Tag>;
  if (found.state === 'rejected') return <Tag severity="bad">rechazado</Tag>;
  return found.emission?.stage === 'review' ? (
    <Tag severity="bad">en revisión</Tag>
  ) : (
    <Tag severity="calm">pendiente</Tag>
  );
}

const STATES: Readonly<Record<string, readonly [Severity, string]>> = {
  active: ['good', 'activo'],
  suspended: ['bad', 'suspendido'],
  draft: ['warn', 'borrador'],
};

export function BusinessState({ business, now }: { business: ListedBusiness; now: Date }): VNode {
  const [severity, word] = STATES[business.state] ?? (['calm', business.state] as const);
  const paused = business.pausedUntil !== null && business.pausedUntil > now;
  return (
    <>
      <Tag severity={severity}>{word}</Tag>{' '}
      <EnvironmentTag environment={business.environment as Environment} />
      {business.test && (
        <>
          {' '}
          <Tag severity="calm">cuenta de prueba</Tag>
        </>
      )}
      {paused && (
        <>
          {' '}
          <Tag severity="warn">envío en pausa</Tag>
        </>
      )}
    </>
  );
}

const STUCK_SEVERITY: Readonly<Record<StuckReason, Severity>> = {
  review: 'bad',
  untouched: 'bad',
  unanswered: 'bad',
  paused: 'warn',
  slow: 'warn',
  without_cdr: 'warn',
};

export const StuckTag = ({ reason }: { reason: StuckReason }): VNode => (
  <Tag severity={STUCK_SEVERITY[reason]}>{STUCK[reason]}</Tag>
);
