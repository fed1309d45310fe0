/** colas: the pending documents in PostgreSQL and the jobs in Redis. */
import type { Backlog } from '@rafaga/db';
import type { QueueCounts } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import type { Command } from 'commander';
import { type CommandContext, withContext } from '../context/commandContext.js';
import { redisServersOf } from '../context/redisServers.js';
import { age } from '../terminal/dates.js';
import { paint } from '../terminal/paint.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { facts, table } from '../terminal/table.js';
import { addCommand } from './addCommand.js';

const NAMES: Readonly<Record<string, string>> = { emit: 'emisión', print: 'impresión' };

export function colas(program: Command): void {
  addCommand<CommonFlags>(program, {
    name: 'colas',
    about: 'Qué falta emitir, quién trabaja y desde cuándo espera lo más antiguo',
    json: {
      pendientes: 'los comprobantes por enviar, según PostgreSQL',
      colas_en_pausa: 'las colas en pausa (emit, print), según PostgreSQL o Redis',
      colas: 'los trabajos en Redis; null si Redis no responde, y la orden sale entonces con 1',
    },
    examples: ['colas', 'colas --json'],
    run: () => withContext(show),
  });
}

async function show(context: CommandContext): Promise<CommandResult> {
  const { countBacklog, listPausedQueues } = await import('@rafaga/db');
  const servers = await redisServersOf(context.env);
  // one after another: the first query holds this process for seconds where the processor is busy,
  // and a connection that is opened beside it, or Redis, has two to answer
  const backlog = await countBacklog(context.db);
  const recorded: readonly string[] = await listPausedQueues(context.db);
  const [queues, wrong] = await Promise.all([queuesOf(servers), policyFaultOf(servers)]);
  // Redis may have forgotten the pause; one of an earlier version is in Redis alone
  const paused = Object.keys(NAMES).filter(
    (name) => recorded.includes(name) || queues?.[name]?.paused,
  );
  return {
    json: {
      pendientes: backlogJson(backlog),
      colas_en_pausa: paused,
      colas:
        queues &&
        Object.fromEntries(
          Object.entries(queues).map(([name, counts]) => [
            name,
            { ...countsJson(counts), en_pausa: paused.includes(name) },
          ]),
        ),
    },
    text: [
      `${paint('bold', 'Pendientes (PostgreSQL)')}\n${backlogText(backlog)}`,
      `${paint('bold', 'Colas (Redis)')}\n${queuesText(queues)}`,
    ].join('\n\n'),
    remarks: [...remarks(backlog, queues, paused), ...(wrong ? [wrong] : [])],
    // where no variable names a Redis, its queues are not missed
    ...(servers && !queues && { failed: 'Redis no responde: lo que hay en sus colas no se sabe.' }),
  };
}

/** Null without Redis: the pending documents in PostgreSQL are shown all the same. */
async function queuesOf(
  redisServers: RedisServers | undefined,
): Promise<Record<string, QueueCounts> | null> {
  if (!redisServers) return null;
  const { countQueues } = await import('@rafaga/queue');
  return countQueues(redisServers).catch(() => null);
}

async function policyFaultOf(redisServers: RedisServers | undefined): Promise<string | undefined> {
  if (!redisServers) return undefined;
  const queue = await import('@rafaga/queue');
  return queue.readPolicyFault(redisServers);
}

const backlogJson = (backlog: Backlog): Record<string, unknown> => ({
  registrados: backlog.recorded,
  firmados: backlog.signed,
  enviados: backlog.sending,
  en_revision: backlog.review,
  en_manos_de_un_worker: backlog.held,
  en_espera: backlog.waiting,
  en_pausa: backlog.paused,
  mas_antiguo: backlog.oldest,
});

const countsJson = ({
  waiting,
  active,
  delayed,
  failed,
  workers,
}: QueueCounts): Record<string, unknown> => ({
  en_cola: waiting,
  en_curso: active,
  aplazados: delayed,
  fallidos: failed,
  workers,
});

const backlogText = (backlog: Backlog): string =>
  facts([
    ['Registrados', backlog.recorded],
    ['Firmados', backlog.signed],
    ['Enviados sin respuesta', backlog.sending],
    ['En revisión', backlog.review],
    ['En manos de un worker', backlog.held],
    ['En espera', backlog.waiting],
    ['De negocios en pausa', backlog.paused],
    ['El más antiguo', backlog.oldest ? `hace ${age(backlog.oldest)}` : 'ninguno'],
  ]);

const queuesText = (queues: Record<string, QueueCounts> | null): string =>
  queues
    ? table(
        ['Cola', 'En cola', 'En curso', 'Aplazados', 'Fallidos', 'Workers'],
        Object.entries(queues).map(([name, each]) => [
          NAMES[name] ?? name,
          each.waiting,
          each.active,
          each.delayed,
          each.failed,
          each.workers,
        ]),
      )
    : 'Redis no responde. Emitir no depende de él; los envíos siguen, más despacio.';

function remarks(
  backlog: Backlog,
  queues: Record<string, QueueCounts> | null,
  paused: readonly string[],
): string[] {
  const found: string[] = [];
  if (queues?.emit?.workers === 0) found.push('Ningún worker atiende la cola de emisión.');
  for (const name of paused)
    found.push(`La cola de ${NAMES[name] ?? name} está en pausa: mira Colas, en el panel.`);
  if (backlog.review > 0) found.push('Hay comprobantes en revisión: rafaga referencia detenidas');
  return found;
}
