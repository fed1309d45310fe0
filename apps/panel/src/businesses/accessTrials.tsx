/** What is known of the stored credentials: accepted by SUNAT, or not tried and why. */
import { type AccessTrials, TRIAL_ACCEPTED, type Trial } from '@rafaga/db';
import type { VNode } from 'preact';
import { Tag } from '../html/components.js';
import { moment } from '../html/formats.js';

export const TrialLines = (props: { trials: AccessTrials; hasConsult: boolean }): VNode => (
  <ul class="checks">
    <li>
      <TrialTag what="Usuario SOL" trial={props.trials.sol} />
    </li>
    {props.hasConsult && (
      <li>
        <TrialTag what="Consulta Integrada" trial={props.trials.consult} />
      </li>
    )}
  </ul>
);

export function TrialTag({ what, trial }: { what: string; trial: Trial | undefined }): VNode {
  if (trial?.result === TRIAL_ACCEPTED)
    return (
      <>
        <Tag severity="good">probado</Tag> {what}: aceptado el {moment(trial.at)}
      </>
    );
  return (
    <>
      <Tag severity="warn">sin probar</Tag> {what}:{' '}
      {trial ? `no se pudo probar el ${moment(trial.at)}: ${trial.result}` : 'aún no se probó'}.
    </>
  );
}
