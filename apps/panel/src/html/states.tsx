/** The state of a document, of a business: a word and a mood. */
import type { Business, Environment, FoundReference, StuckReason } from '@rafaga/db';
import { ENVIRONMENT, STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import { type Mood, Tag } from './bits.js';

/** Of what no real authority decides about, plainly. */
export const EnvironmentTag = ({ environment }: { environment: Environment }): VNode | null =>
  environment === 'production' ? null : <Tag mood="warn">{ENVIRONMENT[environment]}</Tag>;

export const DocumentState = ({
  found,
}: {
  found: Shown & Pick<FoundReference, 'environment'>;
}): VNode => (
  <>
    <State found={found} /> <EnvironmentTag environment={found.environment} />
  </>
);

type Shown = Pick<FoundReference, 'state' | 'open' | 'withoutCdr' | 'evidence'>;

function State({ found }: { found: Shown }): VNode {
  if (found.state === 'accepted' && found.evidence === 'presumed')
    return <Tag mood="warn">aceptado, presumido</Tag>;
  if (found.state === 'accepted')
    return found.withoutCdr ? (
      <Tag mood="warn">aceptado sin CDR</Tag>
    ) : (
      <Tag mood="good">aceptado</Tag>
    );
  if (found.state === 'rejected') return <Tag mood="bad">rechazado</Tag>;
  return found.open?.stage === 'review' ? (
    <Tag mood="bad">en revisión</Tag>
  ) : (
    <Tag mood="calm">pendiente</Tag>
  );
}

const STATES: Readonly<Record<string, readonly [Mood, string]>> = {
  active: ['good', 'activo'],
  suspended: ['bad', 'suspendido'],
  draft: ['warn', 'borrador'],
};

export function BusinessState({ business, now }: { business: Business; now: Date }): VNode {
  const [mood, word] = STATES[business.state] ?? (['calm', business.state] as const);
  const paused = business.pausedUntil !== null && business.pausedUntil > now;
  return (
    <>
      <Tag mood={mood}>{word}</Tag>
      <EnvironmentTag environment={business.environment as Environment} />
      {business.test && (
        <>
          {' '}
          <Tag mood="calm">cuenta de prueba</Tag>
        </>
      )}
      {paused && (
        <>
          {' '}
          <Tag mood="warn">envío en pausa</Tag>
        </>
      )}
    </>
  );
}

const STUCK_MOODS: Readonly<Record<StuckReason, Mood>> = {
  review: 'bad',
  untouched: 'bad',
  unanswered: 'bad',
  paused: 'warn',
  slow: 'warn',
  without_cdr: 'warn',
};

export const StuckTag = ({ reason }: { reason: StuckReason }): VNode => (
  <Tag mood={STUCK_MOODS[reason]}>{STUCK[reason]}</Tag>
);
