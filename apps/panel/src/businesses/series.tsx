/**
 * The series of a business: added, closed, opened again; a counter is moved on by two persons,
 * never back.
 */
import {
  addSeries,
  type Environment,
  listProposals,
  listSeries,
  listUnbegunSeries,
  type Series,
  setSeriesActive,
} from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  Empty,
  type Faults,
  Field,
  Form,
  Note,
  Table,
  Tag,
} from '../html/components.js';
import { count } from '../html/formats.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { addProposal } from '../proposals/proposals.js';
import { businessPage, isInWizard, wizardQuery } from './businessLayout.js';

const HIGHEST = 99_999_999;

export const seriesPage = (request: BusinessRequest): Promise<PageResponse> => show(request, {});

async function show(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
  const { deps, business, form } = request;
  const [all, unbegun, proposals] = await Promise.all([
    listSeries(deps.db, business.id),
    listUnbegunSeries(deps.db, business.id),
    listProposals(deps.db, { businessId: business.id }),
  ]);
  const moves = proposals.filter(({ what }) => what.action === 'series.next');
  const at = `/negocios/${business.ruc}/series`;
  const query = wizardQuery(request);
  return businessPage(
    request,
    'Series',
    <>
      {unbegun.length > 0 && <Unbegun request={request} series={unbegun} />}
      {all.length === 0 && unbegun.length > 0 ? null : all.length === 0 ? (
        <>
          <Empty>Aún no tiene series.</Empty>
          <ActionButton
            request={request}
            action={`${at}${query}`}
            label="Agregar B001 y F001"
            hidden={{ series: 'B001 F001', siguiente: '1' }}
          />
        </>
      ) : (
        <Table
          caption={`Sus series en ${ENVIRONMENT[business.environment as Environment]}`}
          quiet
          head={['Serie', 'De', 'Sigue el número', 'Estado', '']}
          rows={all.map(({ code, kind, lastNumber, active }) => [
            <strong>{code}</strong>,
            `${kind}s`,
            <span class="number">{count(lastNumber + 1)}</span>,
            active ? <Tag severity="good">abierta</Tag> : <Tag severity="calm">cerrada</Tag>,
            <ActionButton
              request={request}
              action={`${at}/${code}/${active ? 'cerrar' : 'abrir'}${query}`}
              label={active ? 'Cerrar' : 'Abrir'}
              about={`la serie ${code}`}
              tone="quiet"
            />,
          ])}
        />
      )}
      {moves.map((proposal) => (
        <ProposalNote key={proposal.id} request={request} proposal={proposal} />
      ))}
      {isInWizard(request) && all.length > 0 && (
        <p>
          <a class="button main" href={`/negocios/${business.ruc}/activar?asistente=1`}>
            Continuar
          </a>
        </p>
      )}
      <div class="narrow">
        <h2>Agregar una serie</h2>
        <Form request={request}>
          <Field
            name="series"
            label="Serie"
            hint="4 caracteres: B y tres más para boletas, F y tres más para facturas."
            width={10}
            value={form.text('codigo') ? '' : form.text('series')}
            faults={faults}
          />
          <Field
            name="siguiente"
            label="Primer número"
            hint="1, salvo que otro sistema ya haya emitido con ella."
            inputMode="numeric"
            width={10}
            value={form.text('codigo') ? '1' : form.text('siguiente') || '1'}
            faults={faults}
          />
          <Button>Agregar</Button>
        </Form>
        {all.length > 0 && (
          <details open={form.text('codigo') !== ''}>
            <summary>Cambiar el número siguiente</summary>
            <p>
              Solo hacia adelante: los números que se saltan quedan sin usar para siempre. Lo
              propone una persona y lo aprueba otra, con rol de operador o administrador.
            </p>
            <Form request={request} action={`${at}/siguiente${query}`}>
              <Field
                name="codigo"
                label="Serie que cambia"
                width={10}
                value={form.text('codigo')}
                faults={faults}
              />
              <Field
                name="numero"
                label="Número siguiente"
                inputMode="numeric"
                width={10}
                value={form.text('numero')}
                faults={faults}
              />
              <Field
                name="motivo"
                label="¿Por qué?"
                hint="Queda en la auditoría."
                value={form.text('motivo')}
                faults={faults}
              />
              <Button tone="danger">Proponer el cambio</Button>
            </Form>
          </details>
        )}
      </div>
    </>,
    faults,
  );
}

/**
 * What was numbered elsewhere says nothing of the numbers here: a person chooses where each series
 * begins.
 */
function Unbegun({
  request,
  series,
}: {
  request: BusinessRequest;
  series: readonly Series[];
}): VNode {
  const { business } = request;
  const at = `/negocios/${business.ruc}/series${wizardQuery(request)}`;
  const here = ENVIRONMENT[business.environment as Environment];
  return (
    <Note
      severity="warn"
      title={`Series que en ${here} aún no empiezan: no se puede emitir con ellas`}
    >
      <p>
        Se usaron en otro ambiente. Elige con qué número empieza cada una aquí; para otro número,
        agrégala abajo.
      </p>
      <Table
        caption="Series de otros ambientes"
        quiet
        head={['Serie', 'Allí', 'Aquí']}
        rows={series.map(({ code, environment, lastNumber }) => [
          <strong>{code}</strong>,
          `llegó al ${count(lastNumber)} en ${ENVIRONMENT[environment as Environment]}`,
          <div class="row">
            <ActionButton
              request={request}
              action={at}
              label="Empezar en 1"
              about={`la serie ${code}`}
              hidden={{ series: code, siguiente: '1' }}
            />
            {lastNumber > 0 && lastNumber < HIGHEST && (
              <ActionButton
                request={request}
                action={at}
                label={`Seguir en ${count(lastNumber + 1)}`}
                about={`la serie ${code}`}
                hidden={{ series: code, siguiente: String(lastNumber + 1) }}
                tone="quiet"
              />
            )}
          </div>,
        ])}
      />
    </Note>
  );
}

export async function add(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const codes = form
    .text('series')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const next = numberOf(form.text('siguiente'));
  const faults: Record<string, string> = {};
  if (
    codes.length === 0 ||
    codes.length > 20 ||
    codes.some((code) => !/^[BF][A-Z0-9]{3}$/.test(code))
  )
    faults.series = 'Son 4 caracteres: B001 para boletas, F001 para facturas.';
  if (next === undefined) faults.siguiente = `Escribe un número entero de 1 a ${HIGHEST}.`;
  const known = (await listSeries(deps.db, business.id)).map(({ code }) => code);
  const twice = codes.find((code, index) => known.includes(code) || codes.indexOf(code) < index);
  if (twice) faults.series ??= `La serie ${twice} ya existe.`;
  if (next === undefined || Object.keys(faults).length > 0) return show(request, faults);
  for (const code of codes) await addSeries(deps.db, request.by(), business.id, code, next);
  return changed(request, 'serie_agregada');
}

const numberOf = (text: string): number | undefined =>
  /^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined;

const setActive =
  (active: boolean) =>
  async (request: BusinessRequest): Promise<PageResponse> => {
    const { deps, business } = request;
    const code = request.param('serie');
    if (!(await listSeries(deps.db, business.id)).some((each) => each.code === code))
      return show(request, { series: 'No existe esa serie.' });
    await setSeriesActive(deps.db, request.by(), business.id, code, active);
    return changed(request, active ? 'serie_abierta' : 'serie_cerrada');
  };
export const close = setActive(false);
export const reopen = setActive(true);

/** A counter's jump needs a second person: here it is proposed. */
export async function moveOn(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const code = form.text('codigo').toUpperCase();
  const next = numberOf(form.text('numero'));
  const reason = form.text('motivo');
  const faults: Record<string, string> = {};
  if (!/^[BF][A-Z0-9]{3}$/.test(code)) faults.codigo = 'Escribe la serie, como B001.';
  if (next === undefined) faults.numero = `Escribe un número entero de 1 a ${HIGHEST}.`;
  if (reason.length < 5 || reason.length > 1_000)
    faults.motivo = 'Di por qué, en 5 caracteres o más.';
  if (next === undefined || Object.keys(faults).length > 0) return show(request, faults);
  const found = (await listSeries(deps.db, business.id)).find((each) => each.code === code);
  if (!found) return show(request, { codigo: 'No existe esa serie.' });
  if (found.lastNumber >= next)
    return show(request, {
      numero:
        `La serie ${code} ya pasó del número ${next}: el siguiente es ` +
        `${found.lastNumber + 1} o más.`,
    });
  await addProposal(request, reason, {
    action: 'series.next',
    businessId: business.id,
    environment: found.environment as Environment,
    series: code,
    nextNumber: next,
  });
  return redirectWithNotice(`/negocios/${business.ruc}/series${wizardQuery(request)}`, 'propuesta');
}

async function changed(request: BusinessRequest, notice: string): Promise<PageResponse> {
  const { deps, business } = request;
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/series${wizardQuery(request)}`, notice);
}
