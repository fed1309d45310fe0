/** Tipo de cambio: what a dollar or a euro costs on a day, for limits that the law has in soles. */
import { type ExchangeRate, listExchangeRates, setExchangeRate } from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { isExchangeRate } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import {
  Button,
  Empty,
  FaultList,
  type Faults,
  Field,
  Form,
  Select,
  Table,
} from '../html/components.js';
import { dateText } from '../html/formats.js';
import { formPage, hasFaults } from '../html/formPage.js';
import { isCalendarDay } from '../references/calendarDay.js';

const PATH = '/sunat/tipo-de-cambio';
/** Those of a month or more. */
const LISTED = 60;

export const exchangeRatesPage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showRates(request, {});

async function showRates(request: AuthenticatedRequest, faults: Faults): Promise<PageResponse> {
  const rates = await listExchangeRates(request.deps.db, LISTED);
  return formPage(
    'Tipo de cambio',
    faults,
    <>
      <FaultList faults={faults} />
      <p class="crumbs">
        <a href="/sunat">SUNAT</a>
      </p>
      <h1>Tipo de cambio</h1>
      <p>
        Con el del día se juzga si una boleta en dólares o euros supera los S/ 700 desde los que
        lleva el documento del cliente. Sin él, la venta solo se advierte. Vale para todos los
        negocios: usa el de venta que publica SUNAT.
      </p>
      <RateForm request={request} faults={faults} />
      <h2>Registrados</h2>
      {rates.length === 0 ? (
        <Empty>Todavía no hay ninguno.</Empty>
      ) : (
        <Table
          caption={`Los últimos ${LISTED}`}
          head={['Día', 'Moneda', 'Soles por unidad']}
          rows={rates.map(({ day, currency, soles }) => [
            <span class="number">{dateText(day)}</span>,
            currency,
            <span class="number">{soles}</span>,
          ])}
        />
      )}
    </>,
  );
}

const CURRENCIES = [
  ['USD', 'Dólar (USD)'],
  ['EUR', 'Euro (EUR)'],
] as const;

function RateForm({ request, faults }: { request: AuthenticatedRequest; faults: Faults }): VNode {
  const { form, now } = request;
  return (
    <Form request={request} action={PATH} class="narrow">
      <Select
        name="moneda"
        label="Moneda"
        value={form.text('moneda') || 'USD'}
        options={CURRENCIES}
        faults={faults}
      />
      <Field
        name="soles"
        label="Soles por unidad"
        hint="Con punto decimal, como 3.752."
        width={10}
        value={form.text('soles')}
        faults={faults}
      />
      <Field
        name="dia"
        label="Día"
        type="date"
        hint="El de la fecha de emisión. Otra vez el mismo día lo cambia."
        value={form.text('dia') || limaToday(now)}
        faults={faults}
      />
      <Button>Registrar</Button>
    </Form>
  );
}

export async function saveExchangeRate(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, by, form } = request;
  const [currency, soles, day] = [form.text('moneda'), form.text('soles'), form.text('dia')];
  const faults: Record<string, string> = {};
  if (!CURRENCIES.some(([code]) => code === currency)) faults.moneda = 'Elige una moneda.';
  if (!isExchangeRate(soles))
    faults.soles = 'Escribe cuántos soles cuesta una unidad: un número de 1 a 99, como 3.752.';
  if (!isCalendarDay(day)) faults.dia = 'Elige un día.';
  if (hasFaults(faults)) return showRates(request, faults);
  await setExchangeRate(deps.db, by(), {
    currency: currency as ExchangeRate['currency'],
    ...{ soles, day },
  });
  return redirectWithNotice(PATH, 'tipo_de_cambio');
}
