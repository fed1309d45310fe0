/** The verdict on the health: every problem that holds, and the gravest in one sentence. */
import { many } from '@rafaga/operations';
import type { Severity } from '../html/components.js';
import { ago } from '../html/formats.js';
import { authorityProblems } from './authorityProblems.js';
import { headlineOf } from './headline.js';
import type { HealthFacts } from './healthFacts.js';
import { CAUSES, type HealthProblem, type Link } from './healthProblem.js';
import { issuerProblems } from './issuerProblems.js';
import { loginProblem } from './loginProblem.js';
import { sendingStops } from './sendingStops.js';
import {
  isOld,
  type Known,
  postgresProblem,
  processProblems,
  queueProblem,
  redisProblem,
  restorationProblem,
  workersProblem,
} from './serverProblems.js';

export interface HealthVerdict {
  /** 'calm': nothing is known of the present. */
  severity: Severity;
  /** The severity in a word, so that it is not told by colour alone. */
  word: string;
  sentence: string;
  /** What it means, or what to do. */
  detail: string;
  /** The pages that show exactly the cause. */
  link?: Link;
  /** How many other problems there are. */
  more?: string;
  /** The gravest first. */
  problems: readonly HealthProblem[];
}

const WORDS: Readonly<Record<Severity, string>> = {
  good: 'bien',
  warn: 'atención',
  bad: 'falla',
  calm: 'sin datos',
};

export function healthVerdict(facts: HealthFacts): HealthVerdict {
  const problems = problemsOf(facts).sort(byGravity);
  if (problems[0]) {
    const { severity } = problems[0];
    return { severity, word: WORDS[severity], ...headlineOf(problems), problems };
  }
  return { ...(isOld(facts) ? unknown(facts) : allWell(facts)), problems };
}

function problemsOf(facts: HealthFacts): HealthProblem[] {
  const silent = postgresProblem(facts);
  // what PostgreSQL said before it fell silent says nothing about now
  const rest = silent || isOld(facts) ? ownProblems(facts) : knownProblems(facts as Known);
  return [restorationProblem(facts), silent, ...rest].filter(isFound);
}

const isFound = (problem: HealthProblem | false | undefined): problem is HealthProblem =>
  problem !== false && problem !== undefined;

/** What the panel sees without PostgreSQL. */
function ownProblems(facts: HealthFacts): (HealthProblem | undefined)[] {
  const { now, own } = facts;
  const others = own.filter(({ word }) => word !== 'postgres');
  const stops = sendingStops({ ...facts, stats: undefined });
  // the queues are read together with the statistics: without these nothing asked Redis
  const reports = { now, own: others, queues: {}, stats: { processes: [], at: now } };
  return [
    ...processProblems(reports, { held: false }),
    redisProblem(reports, { held: false, stops }),
  ];
}

function knownProblems(facts: Known): (HealthProblem | undefined | false)[] {
  const { stats, now } = facts;
  const stops = sendingStops(facts);
  const issuers = stats.issuers.flatMap((each) => issuerProblems(each, now, stops));
  const halted = facts.restoring || facts.emissionPaused;
  const held = !halted && issuers.some(({ cause }) => cause === 'late');
  return [
    ...processProblems(facts, { held }),
    redisProblem(facts, { held, stops }),
    workersProblem(facts, stops),
    queueProblem(facts, stops),
    loginProblem(facts),
    ...stats.authorities.flatMap((each) => authorityProblems(each, stats.issuers, stops)),
    // while sending is stopped for all, that is why they wait
    ...issuers.filter(({ cause }) => !(halted && (cause === 'late' || cause === 'slow'))),
  ];
}

const byGravity = (one: HealthProblem, other: HealthProblem): number =>
  Number(other.severity === 'bad') - Number(one.severity === 'bad') ||
  CAUSES.indexOf(one.cause) - CAUSES.indexOf(other.cause) ||
  (other.documents ?? 0) - (one.documents ?? 0);

const unknown = ({ stats, now }: HealthFacts): Omit<HealthVerdict, 'problems'> => ({
  severity: 'calm',
  word: WORDS.calm,
  sentence: 'No hay datos recientes.',
  detail: stats ? `Los de abajo son de hace ${ago(stats.at, now)}.` : '',
});

const allWell = ({ stats }: HealthFacts): Omit<HealthVerdict, 'problems'> => ({
  severity: 'good',
  word: WORDS.good,
  sentence: 'Todo avanza.',
  detail: stats?.open
    ? `${many(stats.open, 'comprobante', 'comprobantes')} en camino.`
    : 'No hay nada pendiente de SUNAT.',
});
