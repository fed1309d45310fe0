/** A PDF design as its form sends it; what the form leaves out stays as it is stored. */
import { currentDesign, type StoredDesign } from '@rafaga/db';
import { DEFAULT_COLOR } from '@rafaga/pdf';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';

export async function readDesign(
  request: BusinessRequest,
): Promise<{ before: StoredDesign; design: StoredDesign; faults: Faults }> {
  const { deps, form, user } = request;
  const before = await currentDesign(deps.db, request.business.id);
  const text = (name: string): string | null =>
    form.raw(name).replace(/\r\n?/g, '\n').trim() || null;
  const heavy = form.oversize('logo');
  const design: StoredDesign = {
    version: before.version,
    color: colorOf(form.text('color').toLowerCase(), before),
    logo: form.checked('sin_logo') || heavy ? null : ((await form.file('logo')) ?? before.logo),
    contact: text('contacto'),
    footer: text('pie'),
    consultAt: text('consulta'),
    barcode: form.checked('barras') || null,
    ticketLength: form.text('largo') === '' ? null : Number(form.text('largo')),
    archive: form.checked('adjuntos') || null,
  };
  const found = await deps.drawing.faultsOf(user.id, design);
  const faults = Object.entries(found).map(([field, fault]) => [
    FIELDS[field as keyof typeof FIELDS],
    sentence(fault),
  ]);
  const ofLogo = heavy ? { logo: heavyLogo(heavy) } : {};
  return { before, design, faults: { ...Object.fromEntries(faults), ...ofLogo } };
}

/** A colour field is never empty: while no colour is stored, it shows the usual one. */
const colorOf = (typed: string, before: StoredDesign): string | null =>
  typed === '' || (before.color === null && typed === DEFAULT_COLOR) ? null : typed;

const heavyLogo = (bytes: number): string =>
  `El logo pesa ${(bytes / 2 ** 20).toFixed(1)} MB; el máximo es 256 KB. Elige una imagen más ` +
  'pequeña: lo demás que escribiste sigue aquí.';

const FIELDS = {
  color: 'color',
  logo: 'logo',
  contact: 'contacto',
  footer: 'pie',
  consultAt: 'consulta',
  barcode: 'barras',
  ticketLength: 'largo',
  archive: 'adjuntos',
} as const;
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
