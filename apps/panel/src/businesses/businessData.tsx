/** Who the business is: name, address; and what the provider sells it. */
import { type Business, type BusinessData, findAccess, updateBusiness } from '@rafaga/db';
import { faultOfUbigeo, mustChoose } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { Form as Sent } from '../edge/form.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Check, Choice, type Faults, Field, Form } from '../html/components.js';
import { afterStep, businessPage, isInWizard } from './businessLayout.js';

const NAMES = ['razon_social', 'nombre_comercial', 'direccion', 'ubigeo'] as const;

export function DataFields({
  values,
  faults,
}: {
  values: Readonly<Record<(typeof NAMES)[number], string>>;
  faults: Faults;
}): VNode {
  return (
    <>
      <Field name="razon_social" label="Razón social" value={values.razon_social} faults={faults} />
      <Field
        name="nombre_comercial"
        label="Nombre comercial (opcional)"
        value={values.nombre_comercial}
        faults={faults}
      />
      <Field name="direccion" label="Domicilio fiscal" value={values.direccion} faults={faults} />
      <Field
        name="ubigeo"
        label="Ubigeo"
        hint="6 dígitos de departamento, provincia y distrito, como 150116 para Lince, Lima."
        inputMode="numeric"
        width={10}
        value={values.ubigeo}
        faults={faults}
      />
    </>
  );
}

interface Data {
  legalName: string;
  tradeName: string | null;
  address: string | null;
  ubigeo: string | null;
}

export function readData(form: Sent): { data: Data; faults: Faults } {
  const faults: Record<string, string> = {};
  const text = (name: string, least: number, most: number, message: string): string => {
    const value = form.text(name);
    if (value.length < least || value.length > most || /\p{C}/u.test(value)) faults[name] = message;
    return value;
  };
  const legalName = text('razon_social', 3, 1_500, 'Escribe la razón social como figura en SUNAT.');
  const tradeName = text(
    'nombre_comercial',
    0,
    1_500,
    'Hasta 1500 caracteres, sin saltos de línea.',
  );
  const address = text('direccion', 3, 200, 'Escribe el domicilio fiscal, de 3 a 200 caracteres.');
  const ubigeo = form.text('ubigeo');
  const fault = faultOfUbigeo(ubigeo);
  if (fault) faults.ubigeo = fault.charAt(0).toUpperCase() + fault.slice(1);
  return { data: { legalName, tradeName: tradeName || null, address, ubigeo }, faults };
}

export const dataPage = (request: BusinessRequest): PageResponse => {
  const { legalName, tradeName, address, ubigeo } = request.business;
  return showData(
    request,
    {
      razon_social: legalName,
      nombre_comercial: tradeName ?? '',
      direccion: address ?? '',
      ubigeo: ubigeo ?? '',
    },
    {},
  );
};

const showData = (
  request: BusinessRequest,
  values: Readonly<Record<(typeof NAMES)[number], string>>,
  faults: Faults,
): PageResponse =>
  businessPage(
    request,
    'Datos',
    <div class="narrow">
      <Form request={request}>
        <DataFields values={values} faults={faults} />
        <Button>{isInWizard(request) ? 'Guardar y continuar' : 'Guardar'}</Button>
      </Form>
    </div>,
    faults,
  );

export async function saveData(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const { data, faults } = readData(form);
  const typed = Object.fromEntries(NAMES.map((name) => [name, form.text(name)])) as Record<
    (typeof NAMES)[number],
    string
  >;
  if (Object.keys(faults).length > 0) return showData(request, typed, faults);
  await updateBusiness(deps.db, request.by(), business.id, data);
  await deps.settingsChanges.publish(business.id);
  return afterStep(request, 'datos', 'guardado');
}

const consults = async ({ deps, business }: BusinessRequest): Promise<boolean> =>
  (await findAccess(deps.db, business.id))?.consultId !== undefined;

const HIGHEST_RATE = 100_000;
const HIGHEST_NUMBER = 99_999_999;

export const settingsPage = (request: BusinessRequest): PageResponse =>
  showSettings(request, request.business, numbersOf(request.business), {});

interface Numbers {
  rate: string;
  jump: string;
}

const numbersOf = ({ ratePerMinute, maxNumberJump }: Business): Numbers => ({
  rate: String(ratePerMinute),
  jump: String(maxNumberJump),
});

type Settings = Required<
  Pick<BusinessData, 'pricesIncludeTax' | 'exonerationAllowed' | 'boletas' | 'facturas' | 'test'>
> & {
  signatureDigest: string;
};

const showSettings = (
  request: BusinessRequest,
  values: Settings,
  { rate, jump }: Numbers,
  faults: Faults,
): PageResponse =>
  businessPage(
    request,
    'Ajustes',
    <div class="narrow">
      <Form request={request}>
        <Choice
          name="precios"
          label="precio_unitario llega"
          value={values.pricesIncludeTax ? 'con' : 'sin'}
          options={[
            ['con', 'con IGV'],
            ['sin', 'sin IGV'],
          ]}
        />
        <fieldset class={faults.boletas ? 'field wrong' : 'field'}>
          <legend>Emite</legend>
          {faults.boletas && <p class="fault">{faults.boletas}</p>}
          <Check name="boletas" label="Boletas" checked={values.boletas} />
          <Check name="facturas" label="Facturas" checked={values.facturas} />
        </fieldset>
        <fieldset class="field">
          <legend>Permisos</legend>
          <Check
            name="exonerado"
            label="Puede vender exonerado del IGV"
            checked={values.exonerationAllowed}
          />
          <Check
            name="prueba"
            label="Es una cuenta de prueba"
            hint="Se configura igual y consulta, pero no puede emitir."
            checked={values.test}
          />
        </fieldset>
        <Field
          name="limite"
          label="Llamadas por minuto y credencial"
          inputMode="numeric"
          width={10}
          value={rate}
          faults={faults}
        />
        <Field
          name="salto"
          label="Salto máximo del correlativo"
          hint="Cuántos números puede adelantarse a su serie una llamada que elige el suyo. Más lejos, dos personas mueven la serie."
          inputMode="numeric"
          width={10}
          value={jump}
          faults={faults}
        />
        <Choice
          name="firma"
          label="Firma"
          value={values.signatureDigest}
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

export async function saveSettings(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const rate = form.text('limite');
  const data = {
    pricesIncludeTax: form.text('precios') !== 'sin',
    boletas: form.checked('boletas'),
    facturas: form.checked('facturas'),
    exonerationAllowed: form.checked('exonerado'),
    test: form.checked('prueba'),
    signatureDigest: form.text('firma') === 'sha256' ? ('sha256' as const) : ('sha1' as const),
  };
  const faults: Record<string, string> = {};
  if (!data.boletas && !data.facturas)
    faults.boletas = 'Elige al menos una: sin ellas no podría emitir nada.';
  if (
    data.boletas &&
    !business.boletas &&
    mustChoose({ ...business, boletas: true }, await consults(request))
  )
    faults.boletas =
      'Antes, en la página SUNAT, escribe las credenciales de Consulta Integrada o elige ' +
      'qué hacer sin ellas.';
  const ratePerMinute = /^\d{1,6}$/.test(rate) ? Number(rate) : 0;
  if (ratePerMinute < 1 || ratePerMinute > HIGHEST_RATE)
    faults.limite = `Escribe un número entero de 1 a ${HIGHEST_RATE}.`;
  const jump = form.text('salto');
  const maxNumberJump = /^\d{1,8}$/.test(jump) ? Number(jump) : 0;
  if (maxNumberJump < 1) faults.salto = `Escribe un número entero de 1 a ${HIGHEST_NUMBER}.`;
  if (Object.keys(faults).length > 0) return showSettings(request, data, { rate, jump }, faults);
  await updateBusiness(deps.db, request.by(), business.id, {
    ...data,
    ratePerMinute,
    maxNumberJump,
  });
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/ajustes`, 'guardado');
}
