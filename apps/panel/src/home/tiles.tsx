/**
 * The four tiles of the home page: issuing, sending, queue and files at a glance. The state of each
 * is that of the gravest problem that concerns it.
 */

import { DATABASE_WORDS, MAX_COUNTED, type SystemStats } from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import type { ComponentChildren, VNode } from 'preact';
import { headlineOf } from '../health/headline.js';
import type { Cause, HealthProblem, Link } from '../health/healthProblem.js';
import { FILES_FAIL } from '../health/sendingStops.js';
import { workersAlive } from '../health/systemProblems.js';
import { type Severity, Tag } from '../html/components.js';
import { ago } from '../html/formats.js';
import { Sparkline } from './sparkline.js';

interface TilesProps {
  stats: SystemStats;
  problems: readonly HealthProblem[];
  /** The statistics are too old: their values are shown without a statement about them. */
  unknown: boolean;
  now: Date;
}

export const Tiles = (props: TilesProps): VNode => (
  <ul class="tiles">
    <IssuedTile {...props} />
    <SentTile {...props} />
    <QueueTile {...props} />
    <FilesTile {...props} />
  </ul>
);

/** The beginning of the keys of problems: a cause, or one that processes report. */
type Concern = Cause | `process ${string}`;
const reported = (words: readonly string[]) => words.map((word) => `process ${word}` as const);

const ISSUING: readonly Concern[] = [
  'restoration',
  'postgres',
  ...reported(DATABASE_WORDS),
  'certificate_expired',
];
const SENDING: readonly Concern[] = [
  'restoration',
  'postgres',
  ...reported([...DATABASE_WORDS, ...FILES_FAIL]),
  'workers',
  'deadline',
  'authority_rejections',
  'rejections',
  'paused',
  'queue_paused',
  'away',
];
const QUEUE: readonly Concern[] = [
  'restoration',
  'postgres',
  'process',
  'workers',
  'late',
  'queue_paused',
  'redis',
  'slow',
];
const FILES: readonly Concern[] = reported([
  ...FILES_FAIL,
  'archivos_danados',
  'diario',
  'diario_incompleto',
]);

/** Its link leads to what is the cause; a good one needs none. */
type TileState = readonly [severity: Severity, word: string, link?: Link];

function stateOf(problems: readonly HealthProblem[], concerns: readonly Concern[]): TileState {
  const own = problems.filter(({ key }) =>
    concerns.some((concern) => `${key} `.startsWith(`${concern} `)),
  );
  if (!own[0]) return ['good', 'bien'];
  const { link } = headlineOf(own);
  return own[0].severity === 'bad' ? ['bad', 'falla', link] : ['warn', 'atención', link];
}

const IssuedTile = ({ stats, problems, unknown, now }: TilesProps): VNode => (
  <Tile
    unknown={unknown}
    title="Emisión"
    state={stateOf(problems, ISSUING)}
    big={`${perMinute(stats.issued)} por minuto`}
    minutes={stats.issued}
  >
    {stats.lastIssued ? `última hace ${ago(stats.lastIssued, now)}` : 'todavía ninguna'}
  </Tile>
);

const SentTile = ({ stats, problems, unknown, now }: TilesProps): VNode => (
  <Tile
    unknown={unknown}
    title="Envío a SUNAT"
    state={stateOf(problems, SENDING)}
    big={`${perMinute(stats.settled)} por minuto`}
    minutes={stats.settled}
  >
    {stats.lastSettled
      ? `última aceptación o rechazo hace ${ago(stats.lastSettled, now)}`
      : 'sin aceptaciones ni rechazos recientes'}
  </Tile>
);

const QueueTile = ({ stats, problems, unknown, now }: TilesProps): VNode => (
  <Tile
    unknown={unknown}
    title="Cola"
    state={stateOf(problems, QUEUE)}
    big={`${pendingText(stats)} en espera`}
  >
    {stats.oldest ? `el más antiguo, hace ${ago(stats.oldest, now)}` : 'nada espera'}
    <br />
    {many(workersAlive(stats.processes, stats.at), 'procesador trabaja', 'procesadores trabajan')}
  </Tile>
);

const pendingText = ({ open, review }: SystemStats): string =>
  open + review >= MAX_COUNTED ? `${count(MAX_COUNTED)} o más` : count(open);

const FilesTile = ({ stats: { withoutCdr }, problems, unknown }: TilesProps): VNode => {
  const state = stateOf(problems, FILES);
  return (
    <Tile
      unknown={unknown}
      title="Archivos"
      state={state[0] === 'good' && withoutCdr > 0 ? ['warn', 'por revisar', WITHOUT_CDR] : state}
      big={`${count(withoutCdr)} sin CDR`}
    >
      aceptados en 7 días, sin constancia pasados 10 minutos
    </Tile>
  );
};

const WITHOUT_CDR = { path: '/referencias?ver=detenidas&motivo=without_cdr', label: 'Ver cuáles' };

/** The mean of the last five whole minutes; the current one is not over. */
function perMinute(minutes: readonly number[]): string {
  const mean = minutes.slice(-6, -1).reduce((sum, value) => sum + value, 0) / 5;
  return mean >= 10 || mean === 0 ? count(Math.round(mean)) : mean.toFixed(1);
}

interface TileProps {
  unknown: boolean;
  title: string;
  state: TileState;
  big: string;
  /** A count for each of the last minutes. */
  minutes?: readonly number[];
  children: ComponentChildren;
}

function Tile({ unknown, title, state, big, minutes, children }: TileProps): VNode {
  const [severity, word, link] = unknown ? (['calm', 'sin datos'] as const) : state;
  return (
    <li class="tile">
      <h2>
        {title} <Tag severity={severity}>{word}</Tag>
      </h2>
      <p class="big">{big}</p>
      <p class="hint">{children}</p>
      {link && (
        <p>
          <a href={link.path}>
            {link.label}
            <span class="unseen">: {title}</span>
          </a>
        </p>
      )}
      {minutes && (
        <Sparkline values={minutes} label={`${title}, últimos ${minutes.length} minutos`} />
      )}
    </li>
  );
}
