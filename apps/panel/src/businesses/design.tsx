/**
 * How the PDFs of a business look: written on the left, drawn on the right, in each of the four
 * papers.
 */
import { changeDesign, currentDesign, type StoredDesign, updateBusiness } from '@rafaga/db';
import type { PaperFormat } from '@rafaga/fiscal';
import { limaToday, price, type Sale } from '@rafaga/fiscal';
import { DEFAULT_COLOR, designFaults, designOf, drawPdf } from '@rafaga/pdf';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { framed, type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Check, Choice, type Faults, Field, Note, TextArea } from '../html/components.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { businessPage } from './businessLayout.js';
import { renderPages } from './renderPages.js';

const FRAME = 'muestra';

export const designPage = async (request: BusinessRequest): Promise<PageResponse> =>
  show(request, await currentDesign(request.deps.db, request.business.id), {});

function show(request: BusinessRequest, design: StoredDesign, faults: Faults): PageResponse {
  const { business } = request;
  const at = `/negocios/${business.ruc}/pdf`;
  return businessPage(
    request,
    'PDF',
    <div class="two">
      <form
        method="post"
        action={at}
        enctype="multipart/form-data"
        noValidate
        data-preview="ver-muestra"
      >
        <input type="hidden" name="ficha" value={request.formToken} />
        <Field
          name="color"
          label="Color"
          hint="De las páginas A4 y A5; los tickets son negros."
          type="color"
          faults={faults}
          value={design.color ?? DEFAULT_COLOR}
        />
        <Field
          name="logo"
          label={design.logo ? 'Reemplazar el logo' : 'Logo'}
          hint="PNG o JPEG, hasta 256 kB y 2000 píxeles por lado."
          type="file"
          accept="image/png,image/jpeg"
          faults={faults}
        />
        {design.logo && <Check name="sin_logo" label="Quitar el logo" checked={false} />}
        <TextArea
          name="contacto"
          label="Contacto"
          hint="Teléfono, correo o página, bajo la dirección."
          rows={2}
          value={design.contact ?? ''}
          faults={faults}
        />
        <TextArea
          name="pie"
          label="Pie"
          hint="Cambios y devoluciones, horario, un agradecimiento."
          rows={3}
          value={design.footer ?? ''}
          faults={faults}
        />
        <Field
          name="consulta"
          label="Dónde se consulta el comprobante"
          hint="Vacío: la página de SUNAT."
          value={design.consultAt ?? ''}
          faults={faults}
        />
        <fieldset class="field">
          <legend>Se dibujan sin que los pidan</legend>
          <p class="hint">Los demás se dibujan al descargarlos.</p>
          {PAPER_FORMAT_OPTIONS.map(([format, label]) => (
            <Check
              key={format}
              name="papeles"
              value={format}
              label={label}
              checked={business.printFormats.includes(format)}
            />
          ))}
        </fieldset>
        <Choice name="papel" label="Muestra en" value="a4" options={PAPER_FORMAT_OPTIONS} />
        <Check name="larga" label="Con 60 líneas" checked={false} />
        <div class="row">
          <Button>Guardar</Button>
          <button
            type="submit"
            class="button quiet"
            id="ver-muestra"
            formaction={`${at}/vista`}
            formtarget={FRAME}
          >
            Ver la muestra
          </button>
        </div>
      </form>
      <iframe class="preview" name={FRAME} title="Muestra del PDF" src={`${at}/vista?papel=a4`} />
    </div>,
    faults,
  );
}

/** What was written, over what there is; what is wrong with it is a fault of its field. */
async function readDesign(
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
  const found = Object.entries(designFaults(design)).map(([field, fault]) => [
    FIELDS[field as keyof typeof FIELDS],
    sentence(fault),
  ]);
  return { design, faults: Object.fromEntries(found) };
}

const FIELDS = {
  color: 'color',
  logo: 'logo',
  contact: 'contacto',
  footer: 'pie',
  consultAt: 'consulta',
} as const;
const sentence = (half: string): string => half.charAt(0).toUpperCase() + half.slice(1);

export async function save(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const { design, faults } = await readDesign(request);
  if (Object.keys(faults).length > 0)
    return show(
      request,
      { ...design, logo: (await currentDesign(deps.db, business.id)).logo },
      faults,
    );
  const { version: _version, ...change } = design;
  await changeDesign(deps.db, request.by(), business.id, change);
  const printFormats = PAPER_FORMAT_OPTIONS.map(([format]) => format).filter((format) =>
    form.all('papeles').includes(format),
  );
  await updateBusiness(deps.db, request.by(), business.id, { printFormats });
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/pdf`, 'guardado');
}

/** As it is kept, to be opened or printed. */
export async function sample(request: BusinessRequest): Promise<PageResponse> {
  const format = formatOf(request.query('papel'));
  const design = await currentDesign(request.deps.db, request.business.id);
  const content = await drawPdf(sampleOf(request, design, request.query('larga') !== ''), format);
  return {
    kind: 'file',
    content,
    type: 'application/pdf',
    name: `muestra-${format}.pdf`,
    inline: true,
  };
}

/** As it is kept, beside its form. */
export async function view(request: BusinessRequest): Promise<PageResponse> {
  return seen(
    request,
    await currentDesign(request.deps.db, request.business.id),
    request.query('papel'),
    false,
  );
}

/** As it is written, kept nowhere. */
export async function preview(request: BusinessRequest): Promise<PageResponse> {
  const { design, faults } = await readDesign(request);
  const wrong = Object.values(faults);
  if (wrong.length === 0)
    return seen(request, design, request.form.text('papel'), request.form.checked('larga'));
  return framed(
    'Sin muestra',
    <Note severity="bad" title="Así no se puede dibujar">
      {wrong.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </Note>,
  );
}

async function seen(
  request: BusinessRequest,
  design: StoredDesign,
  paper: string,
  long: boolean,
): Promise<PageResponse> {
  const drawn = await renderPages(await drawPdf(sampleOf(request, design, long), formatOf(paper)));
  return framed(
    'Muestra del PDF',
    drawn.map(({ width, height, png }, index) => (
      <img
        key={index}
        class="sheet"
        src={`data:image/png;base64,${png.toString('base64')}`}
        width={width}
        height={height}
        alt={`Página ${index + 1} de la muestra`}
      />
    )),
  );
}

const formatOf = (paper: string): PaperFormat =>
  PAPER_FORMAT_OPTIONS.find(([name]) => name === paper)?.[0] ?? 'a4';

const GOODS = [
  'Café de Chanchamayo 250 g',
  'Pan de molde integral, bolsa de 600 g',
  'Detergente líquido para ropa de color con suavizante 3 L',
];

/** A sale that never was, by this business. */
function sampleOf({ business, now }: BusinessRequest, design: StoredDesign, long: boolean) {
  const sale: Sale = {
    kind: 'boleta',
    series: 'B001',
    issueDate: limaToday(now),
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: { documentType: '1', document: '45678912', name: 'CLIENTE DE MUESTRA' },
    lines: Array.from({ length: long ? 60 : 3 }, (_, index) => ({
      description: GOODS[index % GOODS.length] ?? '',
      unit: 'NIU',
      quantity: String((index % 4) + 1),
      unitPrice: ['29.50', '9.90', '41.00'][index % 3] ?? '10.00',
      affectation: '10',
      allowances: [],
    })),
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
  };
  const { ruc, legalName, tradeName, address, ubigeo } = business;
  return {
    priced: price(sale),
    issuer: {
      ruc,
      legalName,
      ...(tradeName && { tradeName }),
      ...(address && { address }),
      ...(ubigeo && { ubigeo }),
    },
    number: 0,
    createdAt: now,
    state: 'pending' as const,
    environment: 'production' as const,
    design: designOf(design),
  };
}
