/**
 * The parts of a reference's page: its timeline, its files, what was sold, and a report of it
 * without anybody's data.
 */
import type { DocumentSummary, Step, StoredDocument, TimelineRow } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import { detailOf, ENVIRONMENT, STEP, stateText } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList, Table } from '../html/components.js';
import { instant, moment, money, size, took } from '../html/formats.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { maskDocument, maskName } from './masks.js';

export interface ReferenceDetails {
  found: DocumentSummary;
  document: StoredDocument;
  history: TimelineRow[];
}

/** The codes of a consultation are not those of a send, and SUNAT's own words stand beside them. */
const OWN_WORDS: readonly Step[] = ['accepted', 'asked'];

export function Timeline({
  document,
  history,
}: {
  document: StoredDocument;
  history: readonly TimelineRow[];
}): VNode {
  return (
    <Table
      caption="Qué se intentó y qué resultó"
      quiet
      head={['Hora de Lima', 'Paso', 'Detalle', 'Duración', 'Procesador o persona']}
      rows={[
        [
          <span class="number">{instant(document.createdAt)}</span>,
          'registrado',
          `${document.series}-${document.number}`,
          '',
          '',
        ],
        ...history.map((row) => [
          <span class="number">{instant(row.at)}</span>,
          `${STEP[row.step]}${row.attempt > 0 ? ` (intento ${row.attempt})` : ''}`,
          <span class="wide">
            {[row.code, detailOf(row)].filter(Boolean).join(' · ')}
            {row.code && !OWN_WORDS.includes(row.step) && (
              <span class="hint"> {verdict(row.code).text}</span>
            )}
          </span>,
          <span class="number">{row.tookMs === null ? '' : took(row.tookMs)}</span>,
          row.worker ?? '',
        ]),
      ]}
    />
  );
}

export function Files({
  document,
  allowed,
}: {
  document: StoredDocument;
  allowed: boolean;
}): VNode {
  if (!document.outcome?.signature?.digest)
    return <p class="empty">Aún no hay archivos: no se ha firmado.</p>;
  if (!allowed)
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
      <li>
        {cdr ? (
          <a href={`${at}/cdr`}>CDR</a>
        ) : document.outcome?.state ? (
          'CDR: no lo hay'
        ) : (
          'CDR: aún no'
        )}
      </li>
      {PAPER_FORMAT_OPTIONS.map(([format, label]) => (
        <li key={format}>
          <a href={`${at}/${format}`}>PDF {label}</a>
        </li>
      ))}
    </ul>
  );
}

export function Sale({
  document: { sale, client, currency },
  revealed,
}: {
  document: StoredDocument;
  revealed: boolean;
}): VNode {
  const shown = (text: string | undefined, mask: (text: string) => string) =>
    text === undefined ? undefined : revealed ? text : mask(text);
  return (
    <details open={revealed}>
      <summary>Lo que envió el cliente{revealed ? '' : ' (datos personales ocultos)'}</summary>
      <DescriptionList
        rows={[
          [
            'Cliente',
            `${shown(client.name, maskName)} · documento ${shown(client.document, maskDocument)}`,
          ],
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
export function reportOf({ found, document, history }: ReferenceDetails): string {
  return [
    `Referencia: ${found.key}`,
    `Comprobante: ${found.series}-${found.number} (${found.kind}), id ${found.documentId}`,
    `RUC: ${found.ruc}`,
    `Entorno: ${ENVIRONMENT[found.environment]}`,
    `Estado: ${found.emission?.stage === 'review' ? 'en revisión' : stateText(found)} ${found.code ?? found.emission?.lastCode ?? ''}`.trimEnd(),
    `Solicitud: ${document.requestId}`,
    `Creado: ${moment(document.createdAt)}`,
    ...history.map((row) =>
      (
        `${instant(row.at)} ${STEP[row.step]} ${row.code ?? ''} ${detailOf(row) ?? ''} ` +
        `${row.tookMs === null ? '' : took(row.tookMs)}`
      ).trimEnd(),
    ),
  ].join('\n');
}
