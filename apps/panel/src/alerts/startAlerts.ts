/**
 * Announces problems outside the browser: compares the health with what was announced, every few
 * seconds, and delivers the messages. Messages wait in PostgreSQL until a channel takes them. An
 * outage of PostgreSQL itself, also one of its writes alone, is announced directly by each panel
 * that cannot record it.
 */
import {
  type AlertChannel,
  type DueMessage,
  type KnownProblems,
  lastDeliveries,
  messageDelivered,
  messageFailed,
  recordAlerts,
  takeDueMessages,
} from '@rafaga/db';
import type { Conditions, Logger } from '@rafaga/runtime';
import { firstLine } from '@rafaga/runtime';
import { settledWithin, startLoop } from '@rafaga/runtime/concurrency';
import type { Deps } from '../deps.js';
import { type AlertMessage, alertMessage } from './alertMessage.js';
import type { Channels } from './channels.js';
import { createOutageAlert, type OutageAlert, SILENT } from './outageAlert.js';

export interface AlertsOptions {
  deps: Pick<Deps, 'db' | 'url' | 'now'>;
  channels: Channels;
  /** The name of this process. */
  name: string;
  conditions: Conditions;
  log: Logger;
  /** The present problems; also gives them while PostgreSQL does not answer. */
  problems(): Promise<KnownProblems>;
  /** Milliseconds between two comparisons. */
  everyMs?: number;
  digestMs?: number;
  retryMs?: number;
  /** Milliseconds that a stop waits for the delivery under way. */
  stopMs?: number;
}

const EVERY_MS = 10_000;
const DIGEST_MS = 600_000;
const RETRY_MS = 30_000;
/** Longer than a server may stay silent; the message of a slower one is taken again in a minute. */
const STOP_MS = 15_000;
const AT_ONCE = 10;
const UNDELIVERED: Readonly<Record<AlertChannel, { word: string; text: string }>> = {
  email: { word: 'avisos_correo', text: 'Los avisos por correo no salen' },
  webhook: { word: 'avisos_webhook', text: 'Los avisos por webhook no salen' },
};

/** @returns stops it, after the delivery under way */
export function startAlerts(options: AlertsOptions): () => Promise<void> {
  const { channels, everyMs = EVERY_MS, stopMs = STOP_MS } = options;
  if (channels.names.length === 0) return async () => {};
  const state: State = {
    outage: createOutageAlert(options),
    failing: new Map(),
    stopping: false,
  };
  const stop = startLoop(async () => {
    await round(options, state);
    return everyMs;
  });
  return async () => {
    state.stopping = true;
    await settledWithin(stop(), stopMs);
    channels.close();
  };
}

interface State {
  outage: OutageAlert;
  /** The channels that have delivered nothing since a delivery failed, with its time. */
  failing: Map<AlertChannel, Date>;
  stopping: boolean;
}

async function round(options: AlertsOptions, state: State): Promise<void> {
  const { log } = options;
  const { outage, failing } = state;
  try {
    const { problems, isUnknown } = await options.problems();
    const led = await keep(options, { problems, isUnknown }, outage).then(
      async (isLeader) => {
        await outage.over(problems);
        return isLeader;
      },
      (error) => outage.began(problems, error),
    );
    await deliverDue(options, state);
    if (led !== undefined) outage.recorded(led ? problems : []);
    await endFailures(options, failing);
  } catch (error) {
    log.warn('los avisos esperan', { error });
  }
}

const keep = (
  { deps, channels, name, digestMs = DIGEST_MS }: AlertsOptions,
  { problems, isUnknown }: KnownProblems,
  { isTold }: OutageAlert,
): Promise<boolean> =>
  recordAlerts(deps.db, {
    process: name,
    problems: problems.filter(({ key }) => key !== SILENT && !isTold(key)),
    isUnknown: (key) => isUnknown(key) || isTold(key),
    digestMs,
    channels: channels.names,
    compose: (changes) => ({ ...alertMessage(changes, deps.url) }) as never,
  });

async function deliverDue(options: AlertsOptions, state: State): Promise<void> {
  for (let time = 0; time < AT_ONCE && !state.stopping; time++) {
    // one by one, so that another process can take the next ones while a slow channel delays this
    // one
    const [due] = await takeDueMessages(options.deps.db, 1);
    if (!due) return;
    await deliver(options, state.failing, due);
  }
}

async function deliver(
  { deps, channels, conditions, retryMs = RETRY_MS }: AlertsOptions,
  failing: State['failing'],
  { id, channel, message }: DueMessage,
): Promise<void> {
  try {
    await channels.deliver(channel, message as unknown as AlertMessage);
    await messageDelivered(deps.db, id);
  } catch (error) {
    const reason = firstLine((error as Error).message);
    const at = await messageFailed(deps.db, id, reason, retryMs);
    // what still waits for a channel that was configured earlier
    if (!channels.names.includes(channel)) return;
    failing.set(channel, at);
    conditions.begin({
      ...UNDELIVERED[channel],
      remedy: reason,
    });
  }
}

/** Another panel may have delivered the next message, or a later attempt. */
async function endFailures(
  { deps, conditions }: AlertsOptions,
  failing: State['failing'],
): Promise<void> {
  if (failing.size === 0) return;
  for (const { channel, at } of await lastDeliveries(deps.db)) {
    const failedAt = failing.get(channel);
    if (!failedAt || at <= failedAt) continue;
    failing.delete(channel);
    conditions.end(UNDELIVERED[channel].word);
  }
}
