/**
 * Announces directly that PostgreSQL takes no alert, because it does not answer or accepts no
 * writes, and later that this has ended. No other alert about that problem is recorded meanwhile.
 */
import type { AlertChange, AlertChannel, AlertProblem } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Deps } from '../deps.js';
import { alertMessage } from './alertMessage.js';
import type { Channels } from './channels.js';

interface OutageOptions {
  deps: Pick<Deps, 'url' | 'now'>;
  channels: Channels;
  log: Logger;
}

export interface OutageAlert {
  /** Whether the problem with this key belongs to an outage whose end was not announced yet. */
  isTold(key: string): boolean;
  /**
   * Alerts could not be recorded.
   * @param problems the gravest first
   */
  began(problems: readonly AlertProblem[], error: unknown): Promise<void>;
  /** Alerts can be recorded. */
  over(problems: readonly AlertProblem[]): Promise<void>;
  /** This process recorded these problems, and the messages about them could leave. */
  recorded(problems: readonly AlertProblem[]): void;
}

/** The problem that is never recorded: any recorded alert proves that PostgreSQL answers. */
export const SILENT = 'postgres';

/** What keeps alerts from being recorded: PostgreSQL is silent, read-only, full or locked. */
const isOutage = ({ key }: AlertProblem): boolean =>
  key === SILENT || key.startsWith('process postgres_');

/** Longer than processes report a problem that has ended: until their next heartbeat. */
const STALE_MS = 30_000;

export function createOutageAlert({ deps, channels, log }: OutageOptions): OutageAlert {
  let told: AlertChange | undefined;
  /** The keys under which the outage was seen: first silent, say, then read-only. */
  const seen = new Set<string>();
  /** When the first alert since was recorded, in milliseconds. */
  let overAt: number | undefined;
  /** The keys of the last problems that this process recorded: it announces none of them again. */
  let recorded: ReadonlySet<string> = new Set();
  async function tell(change: AlertChange): Promise<void> {
    const message = alertMessage([change], deps.url);
    const deliver = (channel: AlertChannel) =>
      channels
        .deliver(channel, message)
        .catch((error) => log.error('un aviso no salió', { channel, error }));
    await Promise.all(channels.names.map(deliver));
  }
  return {
    isTold: (key) => seen.has(key),
    async began(problems, error) {
      overAt = undefined;
      const found = problems.filter((each) => isOutage(each) && !recorded.has(each.key));
      const [problem] = found;
      if (!problem) log.warn('los avisos no se guardan', { error });
      for (const { key } of found) seen.add(key);
      if (told || !problem) return;
      told = { ...problem, was: null, is: problem.severity, since: deps.now(), endedAt: null };
      await tell(told);
    },
    async over(problems) {
      if (!told) return;
      const { key: first } = told;
      const now = deps.now();
      overAt ??= now.getTime();
      const isStale = now.getTime() - overAt < STALE_MS;
      if (problems.some(({ key }) => key === first || (isStale && seen.has(key)))) return;
      const ended = { ...told, was: told.is, is: null, endedAt: now };
      told = undefined;
      seen.clear();
      await tell(ended);
    },
    recorded(problems) {
      recorded = new Set(problems.map(({ key }) => key).filter((key) => key !== SILENT));
    },
  };
}
