/** The links to what a document holds: pages that show it, and its files as downloads. */
import type { StoredDocument } from '@rafaga/db';
import { PRINTER_PROFILE_NAMES, PRINTER_PROFILES } from '@rafaga/pdf';
import type { VNode } from 'preact';
import { size } from '../html/formats.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';

interface FileLinksProps {
  document: StoredDocument;
  allowed: boolean;
}

export const FileLinks = ({ document, allowed }: FileLinksProps): VNode => (
  <>
    <Contents document={document} />
    <Downloads document={document} allowed={allowed} />
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
          <a href={`${path}/enviado`}>Ver el XML enviado</a>
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

function Downloads({ document, allowed }: FileLinksProps): VNode {
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
        <CdrLink document={document} path={path} />
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

function CdrLink({ document, path }: { document: StoredDocument; path: string }): VNode {
  if (document.files.some(({ kind }) => kind === 'cdr')) return <a href={`${path}/cdr`}>CDR</a>;
  return <>{document.outcome?.state ? 'CDR: no lo hay' : 'CDR: aún no'}</>;
}
