/**
 * The restoration: what is missing, what each step came to, the next one; and its end, which takes
 * two persons.
 */
import {
  declineEnd,
  endRestoration,
  openedRestoration,
  proposeEnd,
  type Restoration,
  RestorationProblem,
  samePerson,
  wantStep,
} from '@rafaga/db';
import {
  type AskedReport,
  askedLines,
  behindLines,
  nextOf,
  RESTORATION_PROBLEM,
  type RebuiltReport,
  rebuiltLines,
} from '@rafaga/operations';
import { readMarks } from '@rafaga/storage';
import type { VNode } from 'preact';
import { type Answer, done, notFound, page, Refused, type Signed } from '../edge/visit.js';
import { Act, Button, Empty, Facts, Field, Form, Note } from '../html/bits.js';
import { moment } from '../html/formats.js';
import { may } from '../people/roles.js';

const PATH = '/restauracion';
const MOST_LINES = 100;

export async function restorationPage(visit: Signed): Promise<Answer> {
  const open = await openedRestoration(visit.deps.db);
  return page(
    'Restauración',
    <>
      <h1>Restauración</h1>
      {open ? (
        <Opened visit={visit} open={open} />
      ) : (
        <Empty>Todo lo que se emitió está en la base de datos.</Empty>
      )}
    </>,
  );
}

function Opened({ visit, open }: { visit: Signed; open: Restoration }): VNode {
  const { begunAt, begunBy, reason, found, rebuilt, asked } = open;
  return (
    <div data-live="5">
      <Facts
        rows={[
          ['Desde', moment(begunAt)],
          ['La notó', begunBy],
          ['Motivo', reason],
        ]}
      />
      <Part title="Lo que faltaba" lines={behindLines(found)} />
      <Part title="Reconstruido" lines={rebuilt ? rebuiltLines(rebuilt as RebuiltReport) : []} />
      <Part title="Preguntado a SUNAT" lines={asked ? askedLines(asked as AskedReport) : []} />
      <Next visit={visit} open={open} />
    </div>
  );
}

const Part = ({ title, lines }: { title: string; lines: readonly string[] }): VNode | null =>
  lines.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul>
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST_LINES && (
          <li>… y {lines.length - MOST_LINES} más: rafaga restaurar los nombra</li>
        )}
      </ul>
    </>
  );

/** What a person who may can do now. */
function Next({ visit, open }: { visit: Signed; open: Restoration }): VNode {
  const next = nextOf(open);
  const failed = (open.progress as { fallo?: string } | null)?.fallo;
  const acts = may(visit.person.role, 'queues.act');
  if (next === 'wait')
    return <Note mood="warn" title={`Un procesador está en el paso: ${progressOf(open)}`} />;
  return (
    <>
      {failed && <Note mood="bad" title={`El último paso no terminó: ${failed}`} />}
      {next === 'approve' ? (
        <Proposed visit={visit} open={open} />
      ) : (
        acts && <Steps visit={visit} open={open} />
      )}
    </>
  );
}

const progressOf = ({ wanted, progress }: Restoration): string => {
  const { en, hechos } = (progress ?? {}) as { en?: string; hechos?: number };
  const name = wanted === 'rebuild' ? 'reconstruir' : 'preguntar a SUNAT';
  return en === undefined ? name : `${name} (${en}: ${hechos ?? 0})`;
};

function Steps({ visit, open }: { visit: Signed; open: Restoration }): VNode {
  const next = nextOf(open);
  return (
    <>
      <h2>Los pasos</h2>
      <div class="row">
        <Act
          visit={visit}
          action={`${PATH}/paso`}
          hidden={{ paso: 'rebuild' }}
          label="Reconstruir desde el diario y los archivos"
          tone={next === 'rebuild' ? 'main' : 'quiet'}
        />
        {open.rebuilt !== null && (
          <Act
            visit={visit}
            action={`${PATH}/paso`}
            hidden={{ paso: 'ask' }}
            label="Preguntar a SUNAT número por número"
            tone={next === 'ask' ? 'main' : 'quiet'}
          />
        )}
      </div>
      {open.rebuilt !== null && (
        <Form visit={visit} action={`${PATH}/terminar`}>
          <h2>Terminar</h2>
          <Field
            name="salto"
            label="Números que se dejan sin usar"
            hint="En las series tocadas por las que no se pudo preguntar, como las de boletas; 0 si el diario está completo."
            value="0"
            width={5}
            inputMode="numeric"
          />
          <Field name="motivo" label="Qué se verificó" hint="Lo verá quien lo apruebe." value="" />
          <Button tone="danger">Proponer su fin</Button>
        </Form>
      )}
    </>
  );
}

function Proposed({ visit, open }: { visit: Signed; open: Restoration }): VNode {
  const { proposedBy, proposedAt, jump, endReason } = open;
  const own = samePerson(proposedBy ?? '', visit.by().actor);
  return (
    <Note mood="warn" title="Su fin espera la aprobación de otra persona">
      <p>
        Lo propuso {proposedBy?.replace(/^panel:/, '')} el {proposedAt && moment(proposedAt)}, con
        un salto de {jump}: «{endReason}».
      </p>
      <div class="row">
        {!own && may(visit.person.role, 'proposals.approve') && (
          <Act
            visit={visit}
            action={`${PATH}/aprobar`}
            label="Aprobar: emitir y enviar otra vez"
            tone="danger"
          />
        )}
        {may(visit.person.role, 'queues.act') && (
          <Act
            visit={visit}
            action={`${PATH}/retirar`}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}

export async function wantNext(visit: Signed): Promise<Answer> {
  const step = visit.form.text('paso');
  if (step !== 'rebuild' && step !== 'ask') throw notFound();
  await orRefused(wantStep(visit.deps.db, visit.by(), step));
  return done(PATH, 'paso_pedido');
}

const LEAST_REASON = 5;
const MOST_JUMP = 100_000;

export async function propose(visit: Signed): Promise<Answer> {
  const jump = Number(visit.form.text('salto') || '0');
  const reason = visit.form.text('motivo');
  if (!Number.isInteger(jump) || jump < 0 || jump > MOST_JUMP)
    throw new Refused(409, `El salto es un entero de 0 a ${MOST_JUMP}.`);
  if (reason.length < LEAST_REASON)
    throw new Refused(409, 'Di qué se verificó, en 5 caracteres o más.');
  await orRefused(proposeEnd(visit.deps.db, visit.by(reason), jump));
  return done(PATH, 'restauracion_propuesta');
}

export async function approve(visit: Signed): Promise<Answer> {
  const { db, files } = visit.deps;
  await orRefused(endRestoration(db, visit.by(), await readMarks(files.mutable)));
  return done(PATH, 'restauracion_terminada');
}

export async function decline(visit: Signed): Promise<Answer> {
  await orRefused(declineEnd(visit.deps.db, visit.by()));
  return done(PATH, 'restauracion_retirada');
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RestorationProblem
      ? new Refused(409, RESTORATION_PROBLEM[error.reason])
      : error;
  }
}
