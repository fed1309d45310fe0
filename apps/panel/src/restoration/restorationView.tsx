/** An open restoration: what was missing, what each step achieved, and the next step. */
import { type Behind, type LeftEnvironment, type Restoration, sameUser } from '@rafaga/db';
import {
  actorText,
  askedLines,
  behindLines,
  DECIDED_SINCE,
  environmentLines,
  many,
  nextOf,
  rebuiltLines,
  STILL_MISSING,
} from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import {
  ActionButton,
  Button,
  DescriptionList,
  type Faults,
  Field,
  Form,
  Note,
} from '../html/components.js';
import { moment } from '../html/formats.js';
import { hasFaults } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';

export const PATH = '/restauracion';
const MAX_LINES = 100;

interface RestorationProps {
  request: AuthenticatedRequest;
  restoration: Restoration;
  left: readonly LeftEnvironment[];
  /** What the rebuild did not bring back. */
  missing: Behind | undefined;
  /** Whether a worker runs, which alone carries a step out. */
  working: boolean;
  /** Of the form that proposes the end. */
  faults: Faults;
}

export function OpenRestoration(props: RestorationProps): VNode {
  const { restoration, left, missing, faults } = props;
  const { begunAt, begunBy, reason, found, rebuilt, asked } = restoration;
  return (
    <div {...(hasFaults(faults) ? {} : { 'data-live': '5' })}>
      <DescriptionList
        rows={[
          ['Desde', moment(begunAt)],
          ['La notó', actorText(begunBy)],
          ['Motivo', reason],
        ]}
      />
      <Part title="Lo que faltaba" lines={behindLines(found)} />
      <Part title="Reconstruido" lines={rebuilt ? rebuiltLines(rebuilt) : []} />
      <Part title="Preguntado a SUNAT" lines={asked ? askedLines(asked) : []} />
      {left.length > 0 && (
        <Note severity="bad" title="La copia cambia el ambiente">
          {environmentLines(left).map((line) => (
            <p key={line}>{line}.</p>
          ))}
        </Note>
      )}
      {missing && (
        <Note severity="bad" title="Sigue faltando">
          <p>{STILL_MISSING}</p>
          <Part title="Lo que falta" lines={behindLines(missing)} />
        </Note>
      )}
      <NextStep {...props} />
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

type StepProps = Omit<RestorationProps, 'left' | 'missing'>;

/** The next step, for the users whose role permits it. */
function NextStep({ request, restoration, working, faults }: StepProps): VNode {
  const next = nextOf(restoration);
  const failed = (restoration.progress as { fallo?: string } | null)?.fallo;
  const mayAct = isPermitted(request.user.role, 'queues.act');
  if (next === 'wait')
    return (
      <Note severity="warn" title={`Pedido: ${stepOf(restoration)}`}>
        <p>{working ? `Lo hace un procesador. ${progressOf(restoration)}` : NO_WORKER}</p>
      </Note>
    );
  return (
    <>
      {!working && next !== 'approve' && <Note severity="warn" title={NO_WORKER} />}
      {failed && (
        <Note severity="bad" title={`El último paso no terminó. Lo que se anotó: «${failed}»`} />
      )}
      {next === 'approve' ? (
        <Proposed request={request} restoration={restoration} />
      ) : (
        mayAct && <Steps request={request} restoration={restoration} faults={faults} />
      )}
    </>
  );
}

const NO_WORKER =
  'No hay ningún procesador en marcha, y solo uno hace los pasos: avisa a quien cuida los ' +
  'servidores. Lo pedido empieza cuando arranque.';

const stepOf = ({ wanted }: Restoration): string =>
  wanted === 'rebuild' ? 'reconstruir desde el diario y los archivos' : 'preguntar a SUNAT';

/** What the worker noted of this step; nothing before it began. */
function progressOf({ wanted, progress }: Restoration): string {
  const { paso, en, hechos = 0 } = (progress ?? {}) as Progress;
  if (paso !== wanted || en === undefined || en === 'empieza') return 'Todavía no dijo cuánto va.';
  if (en === 'diario') return `Van ${many(hechos, 'comprobante', 'comprobantes')} del diario.`;
  if (en === 'archivos') return `Van ${many(hechos, 'comprobante', 'comprobantes')} de los XML.`;
  if (en === 'pendientes') return `Van ${many(hechos, 'pendiente', 'pendientes')}.`;
  if (en === 'guardados')
    return `Van ${many(hechos, 'archivo comprobado', 'archivos comprobados')}.`;
  if (en === 'constancias')
    return `Van ${many(hechos, 'constancia pedida', 'constancias pedidas')}.`;
  return `Va por ${en}, después de ${many(hechos, 'serie', 'series')}.`;
}

/** As the worker stores it. */
interface Progress {
  paso?: string;
  en?: string;
  hechos?: number;
}

function Steps({ request, restoration, faults }: Omit<StepProps, 'working'>): VNode {
  const next = nextOf(restoration);
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
        {restoration.rebuilt !== null && (
          <ActionButton
            request={request}
            action={`${PATH}/paso`}
            hidden={{ paso: 'ask' }}
            label="Preguntar a SUNAT número por número"
            tone={next === 'ask' ? 'main' : 'quiet'}
          />
        )}
      </div>
      {restoration.rebuilt !== null && <EndForm request={request} faults={faults} />}
    </>
  );
}

const JUMP_HINT =
  'En las series tocadas por las que no se pudo preguntar, como las de boletas; 0 si el diario ' +
  'está completo.';

const EndForm = ({ request, faults }: Pick<StepProps, 'request' | 'faults'>): VNode => (
  <Form request={request} action={`${PATH}/terminar`}>
    <h2>Terminar</h2>
    <p>{DECIDED_SINCE}</p>
    <Field
      name="salto"
      label="Números que se dejan sin usar"
      hint={JUMP_HINT}
      value={request.form.text('salto') || '0'}
      width={10}
      inputMode="numeric"
      faults={faults}
    />
    <Field
      name="motivo"
      label="Qué se verificó"
      hint="Lo verá quien lo apruebe."
      value={request.form.text('motivo')}
      faults={faults}
    />
    <Button tone="danger">Proponer su fin</Button>
  </Form>
);

function Proposed({
  request,
  restoration,
}: {
  request: AuthenticatedRequest;
  restoration: Restoration;
}): VNode {
  const { proposedBy, proposedAt, jump, endReason } = restoration;
  const own = sameUser(proposedBy ?? '', request.by().actor);
  const read = { propuesta: proposedAt?.toISOString() ?? '' };
  return (
    <Note severity="warn" title="Su fin espera la aprobación de otra persona">
      <p>
        Lo propuso {actorText(proposedBy ?? '')} el {proposedAt && moment(proposedAt)}, dejando{' '}
        {many(jump ?? 0, 'número', 'números')} sin usar: «{endReason}».
      </p>
      <p>{DECIDED_SINCE}</p>
      <div class="row">
        {!own && isPermitted(request.user.role, 'proposals.approve') && (
          <ActionButton
            request={request}
            action={`${PATH}/aprobar`}
            hidden={read}
            label="Aprobar: emitir y enviar otra vez"
            tone="danger"
          />
        )}
        {isPermitted(request.user.role, 'queues.act') && (
          <ActionButton
            request={request}
            action={`${PATH}/retirar`}
            hidden={read}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}
