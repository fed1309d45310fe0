/** A PDF design as its form sends it; what the form leaves out stays as it is stored. */
import { currentDesign, type StoredDesign } from '@rafaga/db';
import { designFaults } from '@rafaga/pdf';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';

export async function readDesign(
  request: BusinessRequest,
): Promise<{ design: StoredDesign; faults: Faults }> {
  const { form } = request;
  const before = await currentDesign(request.deps.db, request.business.id);
  const text = (name: string): string | null =>
    form.raw(name).replace(/\r\n?/g, '\n').trim() || null;
  const design: StoredDesign = {
    version: before.version,
    color: form.text('color').toLowerCase() || null,
    logo: form.checked('sin_logo') ? null : ((await form.file('logo')) ?? before.logo),
    contact: text('contacto'),
    footer: text('pie'),
    consultAt: text('consulta'),
  };
  const faults = Object.entries(designFaults(design)).map(([field, fault]) => [
    FIELDS[field as keyof typeof FIELDS],
    sentence(fault),
  ]);
  return { design, faults: Object.fromEntries(faults) };
}

const FIELDS = {
  color: 'color',
  logo: 'logo',
  contact: 'contacto',
  footer: 'pie',
  consultAt: 'consulta',
} as const;
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
