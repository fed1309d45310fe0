/** One reference: its state, its three sentences, its timeline, its files, and what a person may do about it. */
import {
  audit,
  type FoundReference,
  findBusiness,
  openDocument,
  type Resolution,
  referenceOf,
  resolveDocument,
  resumeDocument,
  type StoredDocument,
  type TimelineRow,
  timeline,
} from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import { explain, KIND, STEP } from '@rafaga/operations';
import type { VNode } from 'preact';
import { type Answer, done, notFound, page, Refused, type Signed } from '../edge/visit.js';
import { Act, Area, Button, Choice, Facts, FaultList, type Faults, Form, Table } from '../html/bits.js';
import { ago, dateText, instant, moment, money, size, took } from '../html/formats.js';
import { maskDocument, maskName } from '../html/masks.js';
import { PAPERS } from '../html/papers.js';
import { DocumentState } from '../html/states.js';
import { may } from '../people/roles.js';

const LEAST_REASON = 5;
const WAYS: Readonly<Record<string, Resolution>> = { aceptada: 'accepted', rechazada: 'rejected', descartada: 'discarded' };

interface Card {
  found: FoundReference;
  document: StoredDocument;
  history: TimelineRow[];
}

/** The one that the path names, of a business of the visitor's. */
export async function foundBy(visit: Signed): Promise<FoundReference> {
  const id = visit.param('id');
  const found = /^[1-9]\d{0,15}$/.test(id) ? await referenceOf(visit.deps.db, Number(id)) : undefined;
  if (!found || (visit.person.businessId !== null && visit.person.businessId !== found.businessId)) throw notFound();
  return found;
}

async function cardOf(visit: Signed): Promise<Card> {
  const found = await foundBy(visit);
  const [document, history] = await Promise.all([openDocument(visit.deps.db, found.documentId), timeline(visit.deps.db, found.documentId)]);
  if (!document) throw notFound();
  return { found, document, history };
}

export const reference = async (visit: Signed): Promise<Answer> => show(visit, await cardOf(visit));

/** With the client's data in clear, once; who saw them is noted. */
export async function reveal(visit: Signed): Promise<Answer> {
  const card = await cardOf(visit);
  const { businessId, documentId } = card.found;
  await audit(visit.deps.db.prisma, visit.by(), { action: 'document.reveal', businessId, documentId });
  return show(visit, card, { revealed: true });
}

async function show(
  visit: Signed,
  card: Card,
  { faults = {}, revealed = false }: { faults?: Faults; revealed?: boolean } = {},
): Promise<Answer> {
  const { now, person } = visit;
  const { found, document, history } = card;
  const business = await findBusiness(visit.deps.db, found.ruc);
  const { happened, next, you } = explain(found, now);
  const name = `${KIND[found.kind]} ${found.series}-${found.number}`;
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}${name}`,
    <>
      <p class="crumbs">
        <a href="/referencias">Referencias</a>
      </p>
      <FaultList faults={faults} />
      <h1>{found.key}</h1>
      <p class="lead">
        <DocumentState found={found} /> {name} · <span class="number">{money(found.currency, found.total)}</span>
        {!found.state && ` · hace ${ago(found.createdAt, now)}`}
      </p>
      <dl class="sentences">
        <div>
          <dt>Qué pasó</dt>
          <dd>{happened}</dd>
        </div>
        <div>
          <dt>Qué hará el sistema</dt>
          <dd>{next}</dd>
        </div>
        <div>
          <dt>Qué puedes hacer</dt>
          <dd>{you}</dd>
        </div>
      </dl>
      <Actions visit={visit} card={card} faults={faults} />
      <h2>Línea de tiempo</h2>
      <Timeline document={document} history={history} />
      <h2>Archivos</h2>
      <Files visit={visit} document={document} />
      <h2>Datos</h2>
      <Facts
        rows={[
          ['Negocio', business && <a href={`/negocios/${found.ruc}`}>{`${business.legalName} · RUC ${found.ruc}`}</a>],
          ['Id', <code>{found.documentId}</code>],
          [
            'Referencia',
            found.referenceState === 'review' ? 'en revisión: repetirla responde 409' : 'finalizada: repetirla devuelve la misma respuesta',
          ],
          ['Fecha de emisión', dateText(document.issueDate)],
          ['Creado', instant(document.createdAt)],
          ['Código de SUNAT', found.code && `${found.code}: ${found.description ?? ''}`],
          ['Observaciones', (document.outcome?.notes ?? []).map(({ code, text }) => `${code} ${text}`).join(' · ')],
          ['Huella (DigestValue)', document.outcome?.digest && <code>{document.outcome.digest}</code>],
          ['Solicitud', <code>{document.requestId}</code>],
          ['Trabajo', found.open && <code>{`d-${found.documentId}`}</code>],
        ]}
      />
      <Sale document={document} revealed={revealed} />
      {!revealed && may(person.role, 'references.reveal') && (
        <p>
          <Act
            visit={visit}
            action={`/referencias/${found.documentId}/mostrar`}
            label="Mostrar los datos personales (queda registrado)"
            tone="quiet"
          />
        </p>
      )}
      <details>
        <summary>Informe para soporte</summary>
        <pre class="secret" id="informe">
          {reportOf(card)}
        </pre>
        <button type="button" class="button quiet" data-copy="informe" hidden>
          Copiar
        </button>
      </details>
    </>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

function Actions({ visit, card: { found }, faults }: { visit: Signed; card: Card; faults: Faults }): VNode | null {
  const { open, documentId } = found;
  if (!open) return null;
  const at = `/referencias/${documentId}`;
  const act = may(visit.person.role, 'references.act');
  return (
    <>
      <div class="row">
        {mayAsk(visit, found) && <Act visit={visit} action={`${at}/consultar`} label="Consultar a SUNAT" tone="quiet" />}
        {act && !open.held && <Act visit={visit} action={`${at}/reanudar`} label="Reanudar envío" />}
      </div>
      {act && open.stage === 'review' && (
        <details open={Object.keys(faults).length > 0}>
          <summary>Resolver con lo que consta</summary>
          <Form visit={visit} action={`${at}/resolver`} class="narrow">
            <Choice
              name="como"
              label="¿Qué consta?"
              value={visit.form.text('como')}
              faults={faults}
              options={[
                ['aceptada', 'SUNAT la aceptó'],
                ['rechazada', 'SUNAT la rechazó'],
                ['descartada', 'Nunca llegó ni se enviará', 'Su número queda sin usar y cuenta como rechazada.'],
              ]}
            />
            <Area
              name="motivo"
              label="¿Qué se verificó y dónde?"
              hint="Queda en la auditoría, con tu nombre."
              value={visit.form.text('motivo')}
              faults={faults}
            />
            <Button tone="danger">Resolver</Button>
          </Form>
        </details>
      )}
    </>
  );
}

/** Whoever only looks cannot take it out of its review. */
const mayAsk = ({ person }: Signed, { open }: FoundReference): boolean =>
  open !== null && open.sends > 0 && !open.held && (open.stage !== 'review' || may(person.role, 'references.act'));

export async function ask(visit: Signed): Promise<Answer> {
  const found = await foundBy(visit);
  if (!found.open) throw over(found);
  if (found.open.sends === 0) throw new Refused(409, 'Nunca fue enviada a SUNAT, así que no hay qué preguntar.');
  if (!mayAsk(visit, found)) throw new Refused(409, found.open.held ? HELD : 'Está en revisión: un operador decide cómo sigue.');
  await takeUp(visit, found, 'consulta de soporte');
  return done(`/referencias/${found.documentId}`, 'consultada');
}

export async function resume(visit: Signed): Promise<Answer> {
  const found = await foundBy(visit);
  if (!found.open) throw over(found);
  await takeUp(visit, found, visit.form.text('motivo'));
  return done(`/referencias/${found.documentId}`, 'reanudada');
}

async function takeUp(visit: Signed, { documentId }: FoundReference, reason: string): Promise<void> {
  if (!(await resumeDocument(visit.deps.db, visit.by(reason), documentId))) throw new Refused(409, HELD);
}

const HELD = 'Un procesador la tiene en este momento: espera a que termine y mira otra vez.';
const over = ({ state, code }: FoundReference): Refused =>
  new Refused(409, `Ya terminó: SUNAT la ${state === 'accepted' ? 'aceptó' : 'rechazó'}${code ? ` (código ${code})` : ''}.`);

export async function resolve(visit: Signed): Promise<Answer> {
  const card = await cardOf(visit);
  const { found } = card;
  const as = WAYS[visit.form.text('como')];
  const reason = visit.form.text('motivo');
  const faults: Record<string, string> = {};
  if (!as) faults.como = 'Elige qué consta.';
  if (reason.length < LEAST_REASON || reason.length > 1_000)
    faults.motivo = 'Di qué se verificó y dónde, por ejemplo «consta en SOL, consultado hoy».';
  if (!as || Object.keys(faults).length > 0) return show(visit, card, { faults });
  if (found.open?.stage !== 'review') throw new Refused(409, 'Ya no está en revisión.');
  if (!(await resolveDocument(visit.deps.db, visit.by(reason), found.documentId, as))) {
    return show(visit, card, { faults: { como: 'Nunca llegó a firmarse, y lo que no se firmó solo puede descartarse.' } });
  }
  return done(`/referencias/${found.documentId}`, 'resuelta');
}

function Timeline({ document, history }: { document: StoredDocument; history: readonly TimelineRow[] }): VNode {
  return (
    <Table
      caption="Qué se intentó y qué resultó"
      quiet
      head={['Hora de Lima', 'Paso', 'Detalle', 'Duración', 'Procesador o persona']}
      rows={[
        [<span class="number">{instant(document.createdAt)}</span>, 'registrado', `${document.series}-${document.number}`, '', ''],
        ...history.map((row) => [
          <span class="number">{instant(row.at)}</span>,
          `${STEP[row.step]}${row.attempt > 0 ? ` (intento ${row.attempt})` : ''}`,
          <span class="wide">
            {[row.code, row.detail].filter(Boolean).join(' · ')}
            {row.code && row.step !== 'accepted' && <span class="hint"> {verdict(row.code).text}</span>}
          </span>,
          <span class="number">{row.tookMs === null ? '' : took(row.tookMs)}</span>,
          row.worker ?? '',
        ]),
      ]}
    />
  );
}

function Files({ visit, document }: { visit: Signed; document: StoredDocument }): VNode {
  if (!document.outcome?.digest) return <p class="empty">Aún no hay archivos: no se ha firmado.</p>;
  if (!may(visit.person.role, 'references.reveal'))
    return <p class="empty">Los archivos llevan datos personales: tu rol no los descarga.</p>;
  const at = `/referencias/${document.id}/archivos`;
  const kept = (kind: string) => document.files.find((file) => file.kind === kind);
  const xml = kept('xml');
  const cdr = kept('cdr');
  return (
    <ul class="row">
      {xml && (
        <li>
          <a href={`${at}/xml`}>XML</a> <span class="hint">{size(xml.bytes)}</span>
        </li>
      )}
      <li>{cdr ? <a href={`${at}/cdr`}>CDR</a> : 'CDR: aún no'}</li>
      {PAPERS.map(([format, label]) => (
        <li key={format}>
          <a href={`${at}/${format}`}>PDF {label}</a>
        </li>
      ))}
    </ul>
  );
}

function Sale({ document: { sale, client, currency }, revealed }: { document: StoredDocument; revealed: boolean }): VNode {
  const shown = (text: string | undefined, mask: (text: string) => string) =>
    text === undefined ? undefined : revealed ? text : mask(text);
  return (
    <details open={revealed}>
      <summary>Lo que envió el cliente{revealed ? '' : ' (datos personales ocultos)'}</summary>
      <Facts
        rows={[
          ['Cliente', `${shown(client.name, maskName)} · documento ${shown(client.document, maskDocument)}`],
          ['Dirección', shown(sale.client.address, () => 'oculta')],
          ['Correo', shown(sale.client.email, () => 'oculto')],
          ['Teléfono', shown(sale.client.phone, maskDocument)],
          ['Forma de pago', sale.payment === 'credit' ? 'crédito' : 'contado'],
          ['Nota', shown(sale.note, () => 'oculta')],
        ]}
      />
      <Table
        caption="Líneas"
        quiet
        head={['Descripción', 'Cantidad', 'Unidad', 'Precio unitario', 'Afectación']}
        rows={sale.lines.map((line) => [
          <span class="wide">{line.description}</span>,
          line.quantity,
          line.unit,
          <span class="number">{money(currency, line.unitPrice)}</span>,
          line.affectation,
        ])}
      />
    </details>
  );
}

/** Without anybody's data: to be pasted into a ticket. */
function reportOf({ found, document, history }: Card): string {
  return [
    `Referencia: ${found.key}`,
    `Comprobante: ${found.series}-${found.number} (${found.kind}), id ${found.documentId}`,
    `RUC: ${found.ruc}`,
    `Estado: ${found.state ?? found.open?.stage ?? 'pendiente'} ${found.code ?? found.open?.lastCode ?? ''}`.trimEnd(),
    `Solicitud: ${document.requestId}`,
    `Creado: ${moment(document.createdAt)}`,
    ...history.map((row) =>
      `${instant(row.at)} ${STEP[row.step]} ${row.code ?? ''} ${row.detail ?? ''} ${row.tookMs === null ? '' : took(row.tookMs)}`.trimEnd(),
    ),
  ].join('\n');
}
