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
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirectWithNotice } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  DescriptionList,
  Empty,
  Field,
  Form,
  Note,
} from '../html/components.js';
import { moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

const PATH = '/restauracion';
const MAX_LINES = 100;

export async function restorationPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const open = await openedRestoration(request.deps.db);
  return page(
    'Restauración',
    <>
      <h1>Restauración</h1>
      {open ? (
        <Opened request={request} open={open} />
      ) : (
        <Empty>Todo lo que se emitió está en la base de datos.</Empty>
      )}
    </>,
  );
}

function Opened({ request, open }: { request: AuthenticatedRequest; open: Restoration }): VNode {
  const { begunAt, begunBy, reason, found, rebuilt, asked } = open;
  return (
    <div data-live="5">
      <DescriptionList
        rows={[
          ['Desde', moment(begunAt)],
          ['La notó', begunBy],
          ['Motivo', reason],
        ]}
      />
      <Part title="Lo que faltaba" lines={behindLines(found)} />
      <Part title="Reconstruido" lines={rebuilt ? rebuiltLines(rebuilt as RebuiltReport) : []} />
      <Part title="Preguntado a SUNAT" lines={asked ? askedLines(asked as AskedReport) : []} />
      <Next request={request} open={open} />
    </div>
  );
}

const Part = ({ title, lines }: { title: string; lines: readonly string[] }): VNode | null =>
  lines.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul>
        {lines.slice(0, MAX_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MAX_LINES && (
          <li>… y {lines.length - MAX_LINES} más: rafaga restaurar los nombra</li>
        )}
      </ul>
    </>
  );

/** What a person who may can do now. */
function Next({ request, open }: { request: AuthenticatedRequest; open: Restoration }): VNode {
  const next = nextOf(open);
  const failed = (open.progress as { fallo?: string } | null)?.fallo;
  const acts = isPermitted(request.user.role, 'queues.act');
  if (next === 'wait')
    return <Note severity="warn" title={`Un procesador está en el paso: ${progressOf(open)}`} />;
  return (
    <>
      {failed && <Note severity="bad" title={`El último paso no terminó: ${failed}`} />}
      {next === 'approve' ? (
        <Proposed request={request} open={open} />
      ) : (
        acts && <Steps request={request} open={open} />
      )}
    </>
  );
}

const progressOf = ({ wanted, progress }: Restoration): string => {
  const { en, hechos } = (progress ?? {}) as { en?: string; hechos?: number };
  const name = wanted === 'rebuild' ? 'reconstruir' : 'preguntar a SUNAT';
  return en === undefined ? name : `${name} (${en}: ${hechos ?? 0})`;
};

function Steps({ request, open }: { request: AuthenticatedRequest; open: Restoration }): VNode {
  const next = nextOf(open);
  return (
    <>
      <h2>Los pasos</h2>
      <div class="row">
        <ActionButton
          request={request}
          action={`${PATH}/paso`}
          hidden={{ paso: 'rebuild' }}
          label="Reconstruir desde el diario y los archivos"
          tone={next === 'rebuild' ? 'main' : 'quiet'}
        />
        {open.rebuilt !== null && (
          <ActionButton
            request={request}
            action={`${PATH}/paso`}
            hidden={{ paso: 'ask' }}
            label="Preguntar a SUNAT número por número"
            tone={next === 'ask' ? 'main' : 'quiet'}
          />
        )}
      </div>
      {open.rebuilt !== null && (
        <Form request={request} action={`${PATH}/terminar`}>
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

function Proposed({ request, open }: { request: AuthenticatedRequest; open: Restoration }): VNode {
  const { proposedBy, proposedAt, jump, endReason } = open;
  const own = samePerson(proposedBy ?? '', request.by().actor);
  return (
    <Note severity="warn" title="Su fin espera la aprobación de otra persona">
      <p>
        Lo propuso {proposedBy?.replace(/^panel:/, '')} el {proposedAt && moment(proposedAt)}, con
        un salto de {jump}: «{endReason}».
      </p>
      <div class="row">
        {!own && isPermitted(request.user.role, 'proposals.approve') && (
          <ActionButton
            request={request}
            action={`${PATH}/aprobar`}
            label="Aprobar: emitir y enviar otra vez"
            tone="danger"
          />
        )}
        {isPermitted(request.user.role, 'queues.act') && (
          <ActionButton
            request={request}
            action={`${PATH}/retirar`}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}

export async function wantNext(request: AuthenticatedRequest): Promise<PageResponse> {
  const step = request.form.text('paso');
  if (step !== 'rebuild' && step !== 'ask') throw notFound();
  await orRefused(wantStep(request.deps.db, request.by(), step));
  return redirectWithNotice(PATH, 'paso_pedido');
}

const MIN_REASON = 5;
const MAX_JUMP = 100_000;

export async function propose(request: AuthenticatedRequest): Promise<PageResponse> {
  const jump = Number(request.form.text('salto') || '0');
  const reason = request.form.text('motivo');
  if (!Number.isInteger(jump) || jump < 0 || jump > MAX_JUMP)
    throw new PageRefusal(409, `El salto es un entero de 0 a ${MAX_JUMP}.`);
  if (reason.length < MIN_REASON)
    throw new PageRefusal(409, 'Di qué se verificó, en 5 caracteres o más.');
  await orRefused(proposeEnd(request.deps.db, request.by(reason), jump));
  return redirectWithNotice(PATH, 'restauracion_propuesta');
}

export async function approve(request: AuthenticatedRequest): Promise<PageResponse> {
  const { db, files } = request.deps;
  await orRefused(endRestoration(db, request.by(), await readMarks(files.mutable)));
  return redirectWithNotice(PATH, 'restauracion_terminada');
}

export async function decline(request: AuthenticatedRequest): Promise<PageResponse> {
  await orRefused(declineEnd(request.deps.db, request.by()));
  return redirectWithNotice(PATH, 'restauracion_retirada');
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RestorationProblem
      ? new PageRefusal(409, RESTORATION_PROBLEM[error.reason])
      : error;
  }
}
