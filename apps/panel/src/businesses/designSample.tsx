/** The sample of a PDF design: as a PDF, or as images in the frame beside the form. */
import { currentDesign, type StoredDesign } from '@rafaga/db';
import type { PaperFormat } from '@rafaga/fiscal';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { framed, type PageResponse } from '../edge/pageResponse.js';
import { Note } from '../html/components.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { readDesign } from './readDesign.js';
import { sampleSale } from './sampleSale.js';
import { sheets } from './sheets.js';

/** The stored design as a PDF. */
export async function samplePdf(request: BusinessRequest): Promise<PageResponse> {
  const { deps, user } = request;
  const format = formatOf(request.query('papel'));
  const design = await currentDesign(deps.db, request.business.id);
  const sample = sampleSale(request, design, request.query('larga') !== '');
  const content = await deps.drawing.pdf(user.id, sample, format);
  return {
    kind: 'file',
    content,
    type: 'application/pdf',
    name: `muestra-${format}.pdf`,
    inline: true,
  };
}

/** The stored design, as images. */
export async function viewStored(request: BusinessRequest): Promise<PageResponse> {
  return pageImages(request, await currentDesign(request.deps.db, request.business.id), {
    paper: request.query('papel'),
    long: false,
  });
}

/** The design that the form holds, as images; nothing is stored. */
export async function preview(request: BusinessRequest): Promise<PageResponse> {
  const { design, faults } = await readDesign(request);
  const messages = Object.values(faults);
  if (messages.length === 0)
    return pageImages(request, design, {
      paper: request.form.text('papel'),
      long: request.form.checked('larga'),
    });
  return framed(
    'Sin muestra',
    <Note severity="bad" title="Así no se puede dibujar">
      {messages.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </Note>,
  );
}

async function pageImages(
  request: BusinessRequest,
  design: StoredDesign,
  { paper, long }: { paper: string; long: boolean },
): Promise<PageResponse> {
  const { deps, user } = request;
  const pdf = await deps.drawing.pdf(user.id, sampleSale(request, design, long), formatOf(paper));
  const pages = await sheets(request, pdf, (each) => `Página ${each} de la muestra`);
  return framed('Muestra del PDF', pages);
}

const formatOf = (paper: string): PaperFormat =>
  PAPER_FORMAT_OPTIONS.find(([name]) => name === paper)?.[0] ?? 'a4';
