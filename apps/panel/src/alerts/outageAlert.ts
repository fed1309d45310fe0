/**
 * Announces directly that PostgreSQL takes no alert, because it does not answer or accepts no
 * writes, and later that this has ended. No other alert about that problem is recorded meanwhile.
 */
import type { AlertChange, AlertProblem } from '@rafaga/db';
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
  /** Whether the problem with this key was announced directly, and its end not yet. */
  isTold(key: string): boolean;
  /**
   * Alerts could not be recorded.
   * @param problems the gravest first
   */
  began(problems: readonly AlertProblem[], error: unknown): Promise<void>;
  /**
   * Alerts can be recorded.
   * @param led whether this process recorded these problems
   */
  over(problems: readonly AlertProblem[], led: boolean): Promise<void>;
}

/** The problem that is never recorded: any recorded alert proves that PostgreSQL answers. */
export const SILENT = 'postgres';

/** What keeps alerts from being recorded: PostgreSQL is silent, read-only, full or locked. */
const isOutage = ({ key }: AlertProblem): boolean =>
  key === SILENT || key.startsWith('process postgres_');

export function createOutageAlert({ deps, channels, log }: OutageOptions): OutageAlert {
  let told: AlertChange | undefined;
  /** The keys of the last problems that this process recorded: it announces none of them again. */
  let recorded: ReadonlySet<string> = new Set();
  async function tell(change: AlertChange): Promise<void> {
    const message = alertMessage([change], deps.url);
    for (const channel of channels.names)
      await channels
        .deliver(channel, message)
        .catch((error) => log.error('un aviso no salió', { channel, error }));
  }
  return {
    isTold: (key) => key === told?.key,
    async began(problems, error) {
      const problem = problems.find((each) => isOutage(each) && !recorded.has(each.key));
      if (!problem) log.warn('los avisos no se guardan', { error });
      if (told || !problem) return;
      told = { ...problem, was: null, is: problem.severity, since: deps.now(), endedAt: null };
      await tell(told);
    },
    async over(problems, led) {
      const keys = problems.map(({ key }) => key);
      recorded = new Set(led ? keys : []);
      // the panel sees the problem until its next heartbeat, some seconds after the first record
      if (!told || keys.includes(told.key)) return;
      const ended = { ...told, was: told.is, is: null, endedAt: deps.now() };
      told = undefined;
      await tell(ended);
    },
  };
}
