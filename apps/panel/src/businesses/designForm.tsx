/** The page of a business's PDF design: its form on the left, a sample in a frame on the right. */
import type { StoredDesign } from '@rafaga/db';
import { DEFAULT_COLOR } from '@rafaga/pdf';
import type { VNode } from 'preact';
import { assetUrl } from '../assets.js';
import type { Form as Sent } from '../edge/form.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Button, Check, Choice, type Faults, Field, Form, TextArea } from '../html/components.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { businessPage } from './businessLayout.js';
import { SeenValues } from './seenValues.js';

const LOGO_HINT =
  'PNG o JPEG, hasta 256 KB y 2000 píxeles por lado. El navegador reduce una foto más grande al ' +
  'elegirla.';

const FRAME = 'muestra';

interface DesignPage {
  /** As the fields show it: as it is stored, or as it was sent. */
  design: StoredDesign;
  printFormats: readonly string[];
  /** What is stored now. */
  stored: readonly unknown[];
  faults: Faults;
}

export function showDesign(
  request: BusinessRequest,
  { design, printFormats, stored, faults }: DesignPage,
): Promise<PageResponse> {
  const { form } = request;
  const path = `/negocios/${request.business.ruc}/pdf`;
  return businessPage(
    request,
    'PDF',
    <div class="two">
      <Form request={request} action={path} files attributes={{ 'data-preview': 'ver-muestra' }}>
        <SeenValues request={request} stored={stored} />
        <LookFields form={form} design={design} faults={faults} />
        <TextFields design={design} faults={faults} />
        <TicketFields form={form} design={design} faults={faults} />
        <Check
          name="adjuntos"
          label="El A4 lleva dentro el XML firmado y el CDR, para archivarlo (PDF/A-3)"
          checked={design.archive === true}
        />
        <PrintedFormats printed={printFormats} />
        <Choice
          name="papel"
          label="Muestra en"
          value={form.text('papel') || 'a4'}
          options={PAPER_FORMAT_OPTIONS}
        />
        <Check name="larga" label="Con 60 líneas" checked={form.checked('larga')} />
        <Buttons previewPath={`${path}/vista`} />
      </Form>
      <iframe class="preview" name={FRAME} title="Muestra del PDF" src={`${path}/vista?papel=a4`} />
      <script type="module" src={assetUrl('photos.js')} />
    </div>,
    faults,
  );
}

interface FieldsProps {
  design: StoredDesign;
  faults: Faults;
}

const LookFields = ({ form, design, faults }: FieldsProps & { form: Sent }): VNode => (
  <>
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
      hint={LOGO_HINT}
      type="file"
      accept="image/png,image/jpeg"
      attributes={{ 'data-shrink': '262144', 'data-side': '2000', 'data-pixels': '2000000' }}
      faults={faults}
    />
    {design.logo && (
      <Check name="sin_logo" label="Quitar el logo" checked={form.checked('sin_logo')} />
    )}
  </>
);

const TextFields = ({ design, faults }: FieldsProps): VNode => (
  <>
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
  </>
);

const TicketFields = ({ form, design, faults }: FieldsProps & { form: Sent }): VNode => (
  <>
    <Check
      name="barras"
      label="Código de barras con el número en los tickets, para cambios"
      checked={design.barcode === true}
    />
    <Field
      name="largo"
      label="Largo de un ticket (mm)"
      hint="Uno más largo sigue en otro trozo, con su encabezado. Vacío: 1500."
      value={form.text('largo') || String(design.ticketLength || '')}
      faults={faults}
    />
  </>
);

const PrintedFormats = ({ printed }: { printed: readonly string[] }): VNode => (
  <fieldset class="field">
    <legend>Se dibujan sin que los pidan</legend>
    <p class="hint">Los demás se dibujan al descargarlos.</p>
    {PAPER_FORMAT_OPTIONS.map(([format, label]) => (
      <Check
        key={format}
        name="papeles"
        value={format}
        label={label}
        checked={printed.includes(format)}
      />
    ))}
  </fieldset>
);

const Buttons = ({ previewPath }: { previewPath: string }): VNode => (
  <div class="row">
    <Button>Guardar</Button>
    <button
      type="submit"
      class="button quiet"
      id="ver-muestra"
      formaction={previewPath}
      formtarget={FRAME}
    >
      Ver la muestra
    </button>
  </div>
);
