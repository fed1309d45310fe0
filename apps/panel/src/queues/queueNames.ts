/** The queues by the names that people read, and the queue that a path names. */
import type { QueueName } from '@rafaga/queue';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

export const QUEUE_NAMES: Readonly<Record<QueueName, string>> = {
  emit: 'Emisión',
  print: 'Impresión',
};

export function requestedQueue({ param }: AuthenticatedRequest): QueueName {
  const name = param('cola');
  if (!Object.hasOwn(QUEUE_NAMES, name)) throw notFound();
  return name as QueueName;
}
