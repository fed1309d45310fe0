/** Carries out the rehearsals that users request, one at a time. */
import { answerRehearsal, type RehearsalResult, takeRehearsal } from '@rafaga/db';
import { startLoop } from '@rafaga/runtime/concurrency';
import type { Deps } from '../deps.js';
import { rehearse } from './rehearse.js';

const EVERY_MS = 1_000;

type RehearserDeps = Pick<Deps, 'db' | 'vault' | 'authorities' | 'log'>;

/** @returns stops it; resolves when the rehearsal under way is answered */
export function startRehearser(deps: RehearserDeps): () => Promise<void> {
  return startLoop(async () => {
    try {
      return (await rehearseNext(deps)) ? 0 : EVERY_MS;
    } catch (error) {
      deps.log.warn('un ensayo no se pudo hacer', { error });
      return EVERY_MS;
    }
  });
}

async function rehearseNext(deps: RehearserDeps): Promise<boolean> {
  const taken = await takeRehearsal(deps.db);
  if (!taken) return false;
  const { business } = taken;
  const result = await rehearse(deps, business).catch((error: unknown): RehearsalResult => {
    deps.log.warn('un ensayo terminó con un error', { ruc: business.ruc, error });
    return { steps: [FAILED] };
  });
  await answerRehearsal(deps.db, taken, result, deps.vault.seal);
  return true;
}

const FAILED = {
  severity: 'bad',
  word: 'no se hizo',
  text: 'El procesador no pudo hacer el ensayo: su registro dice por qué.',
} as const;
