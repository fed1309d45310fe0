/** The tasks that the same references could be planned for, as tabs of the plan. */
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type RequestedPlan, type TaskWord, taskWord } from './requestedPlan.js';

const LABELS: Readonly<Record<TaskWord, string>> = {
  reanudar: 'Reanudar',
  descartar: 'Descartar',
  aceptar: 'Resolver como aceptadas',
  rechazar: 'Resolver como rechazadas',
};

interface TaskLinksProps {
  request: AuthenticatedRequest;
  plan: RequestedPlan;
}

export const TaskLinks = ({ request, plan }: TaskLinksProps): VNode => (
  <nav class="tabs" aria-label="Qué hacer con ellas">
    <ul>
      {Object.entries(LABELS).map(([word, label]) => (
        <li key={word}>
          <a
            href={addressOf(request, word)}
            {...(word === taskWord(plan.task) ? { 'aria-current': 'page' as const } : {})}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Another plan for the same references: it gets a token of its own. */
function addressOf({ url }: AuthenticatedRequest, word: string): string {
  const query = new URLSearchParams(url.search);
  query.delete('plan');
  query.set('accion', word);
  return `${url.pathname}?${query}`;
}
