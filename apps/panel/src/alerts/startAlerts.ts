/**
 * Takes red and amber out of the browser: compares the health with what was announced, every few
 * seconds, and delivers the messages. They wait in PostgreSQL until a channel took them; that
 * PostgreSQL itself does not answer is told directly, once by each panel.
 */
import {
  type AlertChange,
  type AlertProblem,
  type DueMessage,
  messageDelivered,
  messageFailed,
  recordAlerts,
  takeDueMessages,
} from '@rafaga/db';
import type { Conditions, Logger } from '@rafaga/runtime';
import { firstLine } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import type { Deps } from '../deps.js';
import { type AlertMessage, alertMessage } from './alertMessage.js';
import type { Channels } from './channels.js';

export interface AlertsOptions {
  deps: Pick<Deps, 'db' | 'url' | 'now'>;
  channels: Channels;
  /** The name of this process. */
  name: string;
  conditions: Conditions;
  log: Logger;
  /** The problems of this moment; it answers also while PostgreSQL does not. */
  problems(): Promise<readonly AlertProblem[]>;
  /** Milliseconds. */
  everyMs?: number;
  digestMs?: number;
  retryMs?: number;
}

const EVERY_MS = 10_000;
const DIGEST_MS = 600_000;
const RETRY_MS = 30_000;
const AT_ONCE = 10;
const UNDELIVERED = 'avisos';
/** The problem that is told directly: what is recorded proves that PostgreSQL answers. */
const OUTAGE = 'postgres';

/** @returns how to stop */
export function startAlerts(options: AlertsOptions): () => Promise<void> {
  const { channels, everyMs = EVERY_MS } = options;
  if (channels.names.length === 0) return async () => {};
  const outage = createOutageAlert(options);
  const stop = startLoop(async () => {
    await round(options, outage);
    return everyMs;
  });
  return async () => {
    await stop();
    channels.close();
  };
}

async function round(options: AlertsOptions, outage: OutageAlert): Promise<void> {
  const { log } = options;
  try {
    const problems = await options.problems();
    const kept = problems.filter(({ key }) => key !== OUTAGE);
    await keep(options, kept).then(outage.over, () => outage.began(problems));
    await deliverDue(options);
  } catch (error) {
    log.warn('los avisos esperan', { error });
  }
}

const keep = (
  { deps, channels, name, digestMs = DIGEST_MS }: AlertsOptions,
  problems: readonly AlertProblem[],
) =>
  recordAlerts(deps.db, {
    process: name,
    problems,
    digestMs,
    channels: channels.names,
    compose: (changes) => ({ ...alertMessage(changes, deps.url) }) as never,
  });

async function deliverDue(options: AlertsOptions): Promise<void> {
  for (let time = 0; time < AT_ONCE; time++) {
    // one by one: while a slow channel keeps this process, another must not take the next ones
    const [due] = await takeDueMessages(options.deps.db, 1);
    if (!due) return;
    await deliver(options, due);
  }
}

async function deliver(
  { deps, channels, conditions, retryMs = RETRY_MS }: AlertsOptions,
  { id, channel, message }: DueMessage,
): Promise<void> {
  try {
    await channels.deliver(channel, message as unknown as AlertMessage);
    await messageDelivered(deps.db, id);
    conditions.end(UNDELIVERED);
  } catch (error) {
    const reason = firstLine((error as Error).message);
    await messageFailed(deps.db, id, reason, retryMs);
    conditions.begin({
      word: UNDELIVERED,
      text: `Los avisos por ${channel === 'email' ? 'correo' : 'webhook'} no salen`,
      remedy: reason,
    });
  }
}

interface OutageAlert {
  began(problems: readonly AlertProblem[]): Promise<void>;
  over(): Promise<void>;
}

/** While nothing can be written, that PostgreSQL does not answer is told once, and its end. */
function createOutageAlert({ deps, channels, log }: AlertsOptions): OutageAlert {
  let told: AlertChange | undefined;
  async function tell(change: AlertChange): Promise<void> {
    const message = alertMessage([change], deps.url);
    for (const channel of channels.names)
      await channels
        .deliver(channel, message)
        .catch((error) => log.error('un aviso no salió', { channel, error }));
  }
  return {
    async began(problems) {
      const problem = problems.find(({ key }) => key === OUTAGE);
      if (told || !problem) return;
      told = { ...problem, was: null, is: problem.severity, since: deps.now(), endedAt: null };
      await tell(told);
    },
    async over() {
      if (!told) return;
      const ended = { ...told, was: told.is, is: null, endedAt: deps.now() };
      told = undefined;
      await tell(ended);
    },
  };
}
