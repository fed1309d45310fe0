/** The links to what a document holds: pages that show it, and its files as downloads. */
import type { PendingCdrSummary, StoredDocument } from '@rafaga/db';
import { PRINTER_PROFILE_NAMES, PRINTER_PROFILES } from '@rafaga/pdf';
import type { VNode } from 'preact';
import { size } from '../html/formats.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';

interface FileLinksProps {
  document: StoredDocument;
  allowed: boolean;
  /** Its CDRs that are not among its files. */
  pending?: readonly PendingCdrSummary[];
}

export const FileLinks = (props: FileLinksProps): VNode => (
  <>
    <Contents document={props.document} />
    <Downloads {...props} />
  </>
);

/** What can be read on a page of the panel. */
function Contents({ document: { id, files } }: { document: StoredDocument }): VNode {
  const has = (kind: string) => files.some((file) => file.kind === kind);
  const path = `/referencias/${id}/ver`;
  return (
    <ul class="row">
      <li>
        <a href={`${path}/recibido`}>Ver lo que recibió la API</a>
      </li>
      {has('xml') && (
        <li>
          <a href={`${path}/enviado`}>Ver el XML firmado</a>
        </li>
      )}
      {has('cdr') && (
        <li>
          <a href={`${path}/cdr`}>Ver la constancia de SUNAT</a>
        </li>
      )}
    </ul>
  );
}

function Downloads({ document, allowed, pending = [] }: FileLinksProps): VNode {
  if (!document.outcome?.signature?.digest)
    return <p class="empty">Aún no hay archivos: no se ha firmado.</p>;
  if (!allowed)
    return <p class="empty">Los archivos llevan datos personales: tu rol no los descarga.</p>;
  const path = `/referencias/${document.id}/archivos`;
  const xml = document.files.find(({ kind }) => kind === 'xml');
  return (
    <ul class="row">
      {xml && (
        <li>
          <a href={`${path}/xml`}>XML</a> <span class="hint">{size(xml.bytes)}</span>
        </li>
      )}
      <li>
        <CdrLink
          document={document}
          path={path}
          arrived={pending.some(({ conflict }) => conflict === null)}
        />
      </li>
      {PAPER_FORMAT_OPTIONS.map(([format, label]) => (
        <li key={format}>
          <a href={`${path}/${format}`}>PDF {label}</a>
        </li>
      ))}
      <li>
        <PrinterFiles path={path} />
      </li>
    </ul>
  );
}

/** Folded, because most businesses print PDFs. */
const PrinterFiles = ({ path }: { path: string }): VNode => (
  <details>
    <summary>Para impresora de tickets (ESC/POS)</summary>
    <ul class="row">
      {PRINTER_PROFILE_NAMES.map((name) => (
        <li key={name}>
          <a href={`${path}/${name}`}>{PRINTER_PROFILES[name].label}</a>
        </li>
      ))}
    </ul>
  </details>
);

interface CdrLinkProps {
  document: StoredDocument;
  path: string;
  /** It has come, and is not among the files yet. */
  arrived: boolean;
}

function CdrLink({ document, path, arrived }: CdrLinkProps): VNode {
  if (document.files.some(({ kind }) => kind === 'cdr')) return <a href={`${path}/cdr`}>CDR</a>;
  if (arrived) return <>CDR: llegó, todavía no está entre los archivos</>;
  return <>{document.outcome?.state ? 'CDR: no lo hay' : 'CDR: aún no'}</>;
}
