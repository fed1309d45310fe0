/** Tipo de cambio: what a currency costs on a day, for limits that the law has in soles. */
import {
  type ExchangeRate,
  lastExchangeRate,
  listExchangeRates,
  setExchangeRate,
} from '@rafaga/db';
import {
  CURRENCY,
  FOREIGN_CURRENCIES,
  isCalendarDate,
  limaToday,
  peruvianDate,
} from '@rafaga/fiscal';
import { isExchangeRate, isExchangeRateDay, isFarRate } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import {
  Button,
  Check,
  Empty,
  FaultList,
  type Faults,
  Field,
  Form,
  Select,
  Table,
} from '../html/components.js';
import { formPage, hasFaults } from '../html/formPage.js';

const PATH = '/sunat/tipo-de-cambio';
/** Those of a month or more. */
const LISTED = 60;

export const exchangeRatesPage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showRates(request, {});

/** @param isFar the rate waits for its confirmation */
async function showRates(
  request: AuthenticatedRequest,
  faults: Faults,
  { isFar = false } = {},
): Promise<PageResponse> {
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
        Con el del día se juzga si una boleta en otra moneda supera los S/ 700 desde los que lleva
        el documento del cliente. Sin él, la venta solo se advierte. Vale para todos los negocios:
        usa el de venta que publica SUNAT.
      </p>
      <RateForm request={request} faults={faults} isFar={isFar} />
      <h2>Registrados</h2>
      {rates.length === 0 ? (
        <Empty>Todavía no hay ninguno.</Empty>
      ) : (
        <Table
          caption={`Los últimos ${LISTED}`}
          head={['Día', 'Moneda', 'Soles por unidad']}
          rows={rates.map(({ day, currency, soles }) => [
            <span class="number">{peruvianDate(day)}</span>,
            currency,
            <span class="number">{soles}</span>,
          ])}
        />
      )}
    </>,
  );
}

const OPTIONS = FOREIGN_CURRENCIES.map(
  (code) => [code, `${CURRENCY[code].unit} (${code})`] as const,
);

interface RateFormProps {
  request: AuthenticatedRequest;
  faults: Faults;
  isFar: boolean;
}

function RateForm({ request, faults, isFar }: RateFormProps): VNode {
  const { form, now } = request;
  return (
    <Form request={request} action={PATH} class="narrow">
      <Select
        name="moneda"
        label="Moneda"
        value={form.text('moneda')}
        options={OPTIONS}
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
      {isFar && <Check name="confirmar" label="El número es correcto" checked={false} />}
      <Button>Registrar</Button>
    </Form>
  );
}

export async function saveExchangeRate(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, by, form } = request;
  const rate = {
    currency: form.text('moneda') as ExchangeRate['currency'],
    soles: form.text('soles'),
    day: form.text('dia'),
  };
  const faults = rateFaults(rate, limaToday(request.now));
  if (hasFaults(faults)) return showRates(request, faults);
  const last = await lastExchangeRate(deps.db, rate);
  if (last && isFarRate(rate.soles, last.soles) && form.text('confirmar') !== 'si')
    return showRates(request, { soles: farText(last) }, { isFar: true });
  await setExchangeRate(deps.db, by(), rate);
  return redirectWithNotice(PATH, 'tipo_de_cambio');
}

function rateFaults({ currency, soles, day }: ExchangeRate, today: string): Faults {
  const faults: Record<string, string> = {};
  if (!FOREIGN_CURRENCIES.includes(currency)) faults.moneda = 'Elige una moneda.';
  if (!isExchangeRate(soles))
    faults.soles =
      'Escribe cuántos soles cuesta una unidad: un número desde 2 y menor que 10, como 3.752.';
  if (!isCalendarDate(day)) faults.dia = 'Elige un día.';
  else if (!isExchangeRateDay(day, today)) faults.dia = 'Elige un día que no pase de mañana.';
  return faults;
}

const farText = ({ day, soles }: ExchangeRate): string =>
  `Difiere en más de 20 % del último, S/ ${soles} del ${peruvianDate(day)}. ` +
  'Corrígelo, o confírmalo.';
