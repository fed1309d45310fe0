/** The links to a document's files: the signed XML, the CDR and a PDF in every paper format. */
import type { StoredDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import { size } from '../html/formats.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';

interface FileLinksProps {
  document: StoredDocument;
  allowed: boolean;
}

export function FileLinks({ document, allowed }: FileLinksProps): VNode {
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
    </ul>
  );
}

function CdrLink({ document, path }: { document: StoredDocument; path: string }): VNode {
  if (document.files.some(({ kind }) => kind === 'cdr')) return <a href={`${path}/cdr`}>CDR</a>;
  return <>{document.outcome?.state ? 'CDR: no lo hay' : 'CDR: aún no'}</>;
}
