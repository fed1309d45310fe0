/** The settings of a business that only the provider changes: kinds, permissions, limits. */
import { type Business, type BusinessData, updateBusiness } from '@rafaga/db';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Check, Choice, type Faults, Field, Form } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { businessPage } from './businessLayout.js';
import { chosenPrices, readPrices } from './chosenPrices.js';
import { kindFaults } from './kindFaults.js';
import { changedMeanwhile, SeenValues } from './seenValues.js';

const MAX_RATE = 100_000;
const MAX_NUMBER = 99_999_999;

type Settings = Required<
  Pick<BusinessData, 'exonerationAllowed' | 'boletas' | 'facturas' | 'test'>
> & {
  signatureDigest: string;
};

/** The limits as text: as they are stored, or as they were typed. */
interface Limits {
  rate: string;
  jump: string;
}

export const settingsPage = (request: BusinessRequest): Promise<PageResponse> =>
  showSettings(request, request.business, limitsOf(request.business), {});

const limitsOf = ({ ratePerMinute, maxNumberJump }: Business): Limits => ({
  rate: String(ratePerMinute),
  jump: String(maxNumberJump),
});

const storedIn = (business: Business) => [
  business.pricesIncludeTax,
  business.boletas,
  business.facturas,
  business.exonerationAllowed,
  business.test,
  business.ratePerMinute,
  business.maxNumberJump,
  business.signatureDigest,
];

const showSettings = (
  request: BusinessRequest,
  settings: Settings,
  limits: Limits,
  faults: Faults,
): Promise<PageResponse> =>
  businessPage(
    request,
    'Ajustes',
    <div class="narrow">
      <Form request={request}>
        <SeenValues request={request} stored={storedIn(request.business)} />
        <Choice
          name="precios"
          label="precio_unitario llega"
          value={request.form.text('precios') || (chosenPrices(request.business) ?? '')}
          options={[
            ['con', 'con IGV'],
            ['sin', 'sin IGV'],
          ]}
          faults={faults}
        />
        <KindFields settings={settings} faults={faults} />
        <PermissionFields settings={settings} />
        <LimitFields limits={limits} faults={faults} />
        <Choice
          name="firma"
          label="Firma"
          value={settings.signatureDigest}
          options={[
            ['sha1', 'SHA-1', 'Como en las guías de SUNAT.'],
            ['sha256', 'SHA-256'],
          ]}
        />
        <Button>Guardar</Button>
      </Form>
    </div>,
    faults,
  );

const KindFields = (props: { settings: Settings; faults: Faults }): VNode => (
  <fieldset class={props.faults.boletas ? 'field wrong' : 'field'}>
    <legend>Emite</legend>
    {props.faults.boletas && <p class="fault">{props.faults.boletas}</p>}
    <Check name="boletas" label="Boletas" checked={props.settings.boletas} />
    <Check name="facturas" label="Facturas" checked={props.settings.facturas} />
  </fieldset>
);

const PermissionFields = ({ settings }: { settings: Settings }): VNode => (
  <fieldset class="field">
    <legend>Permisos</legend>
    <Check
      name="exonerado"
      label="Puede vender exonerado del IGV"
      checked={settings.exonerationAllowed}
    />
    <Check
      name="prueba"
      label="Es una cuenta de prueba"
      hint="Se configura igual y consulta, pero no puede emitir."
      checked={settings.test}
    />
  </fieldset>
);

const JUMP_HINT =
  'Cuántos números puede adelantarse a su serie una llamada que elige el suyo. Más lejos, dos ' +
  'personas mueven la serie.';

const LimitFields = ({ limits, faults }: { limits: Limits; faults: Faults }): VNode => (
  <>
    <Field
      name="limite"
      label="Llamadas por minuto y credencial"
      inputMode="numeric"
      width={10}
      value={limits.rate}
      faults={faults}
    />
    <Field
      name="salto"
      label="Salto máximo del correlativo"
      hint={JUMP_HINT}
      inputMode="numeric"
      width={10}
      value={limits.jump}
      faults={faults}
    />
  </>
);

export async function saveSettings(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business, by } = request;
  const settings = readSettings(request);
  const limits = { rate: form.text('limite'), jump: form.text('salto') };
  const ratePerMinute = /^\d{1,6}$/.test(limits.rate) ? Number(limits.rate) : 0;
  const maxNumberJump = /^\d{1,8}$/.test(limits.jump) ? Number(limits.jump) : 0;
  const faults: Record<string, string> = await kindFaults(request, settings);
  const pricesIncludeTax = readPrices(request, faults);
  if (ratePerMinute < 1 || ratePerMinute > MAX_RATE)
    faults.limite = `Escribe un número entero de 1 a ${MAX_RATE}.`;
  if (maxNumberJump < 1) faults.salto = `Escribe un número entero de 1 a ${MAX_NUMBER}.`;
  const change = { ...settings, pricesIncludeTax, ratePerMinute, maxNumberJump };
  const values = { stored: storedIn(business), wanted: storedIn({ ...business, ...change }) };
  Object.assign(faults, changedMeanwhile(form, values));
  if (hasFaults(faults)) return showSettings(request, settings, limits, faults);
  await updateBusiness(deps.db, by(), business.id, change);
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/ajustes`, 'guardado');
}

const readSettings = ({ form }: BusinessRequest) => ({
  boletas: form.checked('boletas'),
  facturas: form.checked('facturas'),
  exonerationAllowed: form.checked('exonerado'),
  test: form.checked('prueba'),
  signatureDigest: form.text('firma') === 'sha256' ? ('sha256' as const) : ('sha1' as const),
});
