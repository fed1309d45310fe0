/** The restoration: its page, and the steps that lead to its end, which two persons decide. */
import {
  declineEnd,
  endRestoration,
  findBehind,
  leftEnvironments,
  listProcesses,
  openedRestoration,
  proposeEnd,
  RestorationProblem,
  requestRestorationStep,
} from '@rafaga/db';
import { RESTORATION_PROBLEM } from '@rafaga/operations';
import { readMarks } from '@rafaga/storage';
import type { VNode } from 'preact';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { workersAlive } from '../health/systemProblems.js';
import { Empty, FaultList, type Faults } from '../html/components.js';
import { formPage, hasFaults } from '../html/formPage.js';
import { reasonFault } from '../html/reason.js';
import { isPermitted } from '../users/permissions.js';
import { OpenRestoration, PATH } from './restorationView.js';

export const restorationPage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showRestoration(request, {});

async function showRestoration(
  request: AuthenticatedRequest,
  faults: Faults,
): Promise<PageResponse> {
  const { db } = request.deps;
  const open = await openedRestoration(db);
  const left = open ? await leftEnvironments(db, open) : [];
  const missing = open?.rebuilt ? await stillMissing(request.deps) : undefined;
  const { processes, at } = await listProcesses(db);
  const working = workersAlive(processes, at) > 0;
  return formPage(
    'Restauración',
    faults,
    <>
      <FaultList faults={faults} />
      <h1>Restauración</h1>
      {open ? (
        <OpenRestoration
          request={request}
          restoration={open}
          left={left}
          missing={missing}
          working={working}
          faults={faults}
        />
      ) : (
        <NoneOpen user={request.user} />
      )}
    </>,
  );
}

/** The last one may have ended with losses, which the audit names. */
const NoneOpen = ({ user }: Pick<AuthenticatedRequest, 'user'>): VNode => (
  <Empty>
    No hay ninguna restauración abierta.{' '}
    {isPermitted(user.role, 'audit.see') && (
      <a href="/auditoria?que=restoration.end">Cómo terminaron las anteriores</a>
    )}
  </Empty>
);

/** Undefined also while the file store cannot be read: without it the end is not approved. */
const stillMissing = async ({ db, files }: AuthenticatedRequest['deps']) =>
  readMarks(files.mutable).then(
    (marks) => findBehind(db, marks),
    () => undefined,
  );

export async function requestStep(request: AuthenticatedRequest): Promise<PageResponse> {
  const step = request.form.text('paso');
  if (step !== 'rebuild' && step !== 'ask') throw notFound();
  await orRefused(requestRestorationStep(request.deps.db, request.by(), step));
  return redirectWithNotice(PATH, 'paso_pedido');
}

const MAX_JUMP = 100_000;

export async function propose(request: AuthenticatedRequest): Promise<PageResponse> {
  const jump = Number(request.form.text('salto') || '0');
  const reason = request.form.text('motivo');
  const faults = faultsOf(jump, reason);
  if (hasFaults(faults)) return showRestoration(request, faults);
  try {
    await proposeEnd(request.deps.db, request.by(reason), jump);
  } catch (error) {
    if (error instanceof RestorationProblem && error.reason === 'not_asked')
      return showRestoration(request, { salto: RESTORATION_PROBLEM.not_asked });
    throw refusalOf(error);
  }
  return redirectWithNotice(PATH, 'restauracion_propuesta');
}

function faultsOf(jump: number, reason: string): Faults {
  const faults: Record<string, string> = {};
  if (!Number.isInteger(jump) || jump < 0 || jump > MAX_JUMP)
    faults.salto = `Escribe un número entero de 0 a ${MAX_JUMP}.`;
  const unreasoned = reasonFault(reason, 'Di qué se verificó');
  if (unreasoned) faults.motivo = unreasoned;
  return faults;
}

export async function approve(request: AuthenticatedRequest): Promise<PageResponse> {
  const { db, files } = request.deps;
  const marks = await readMarks(files.mutable);
  const { lost } = await orRefused(endRestoration(db, request.by(), proposalRead(request), marks));
  const whole = lost.ids.length === 0 && lost.series.length === 0;
  return redirectWithNotice(PATH, whole ? 'restauracion_terminada' : 'restauracion_con_perdidas');
}

export async function decline(request: AuthenticatedRequest): Promise<PageResponse> {
  await orRefused(declineEnd(request.deps.db, request.by(), proposalRead(request)));
  return redirectWithNotice(PATH, 'restauracion_retirada');
}

/** When the proposal on the person's page was made: another one may have replaced it since. */
const proposalRead = ({ form }: AuthenticatedRequest): Date => new Date(form.text('propuesta'));

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error);
  }
}

const refusalOf = (error: unknown): unknown =>
  error instanceof RestorationProblem
    ? new PageRefusal(409, RESTORATION_PROBLEM[error.reason])
    : error;
