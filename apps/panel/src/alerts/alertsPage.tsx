/** The page of alerts: the present problems, the channels, and the latest messages. */
import {
  type AlertMessageRow,
  addAlertMessage,
  listAlertMessages,
  listOpenAlerts,
  type OpenAlert,
  recordAct,
} from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirectWithNotice } from '../edge/pageResponse.js';
import { Empty, Form, Table, Tag } from '../html/components.js';
import { ago, instant } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { type AlertMessage, testMessage } from './alertMessage.js';

const CHANNEL = { webhook: 'webhook', email: 'correo' } as const;

export async function alertsPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now } = request;
  const [open, messages] = await Promise.all([listOpenAlerts(deps.db), listAlertMessages(deps.db)]);
  return page(
    'Avisos',
    <>
      <h1>Avisos</h1>
      <ChannelList request={request} />
      {deps.alertChannels.length > 0 && (
        <>
          <h2>Lo que se avisó y todavía dura</h2>
          <OpenAlerts open={open} now={now} />
          <h2>Los últimos mensajes</h2>
          <Messages messages={messages} />
        </>
      )}
    </>,
  );
}

/** POST: sends a test message through every channel. */
export async function sendTest(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now, by } = request;
  await recordAct(deps.db, by(), { action: 'alerts.test' });
  const message = { ...testMessage(deps.url, now) };
  await addAlertMessage(deps.db, deps.alertChannels, message as never);
  return redirectWithNotice('/avisos', 'aviso_de_prueba');
}

function ChannelList({ request }: { request: AuthenticatedRequest }): VNode {
  const { deps, user } = request;
  const channels = deps.alertChannels;
  if (channels.length === 0)
    return (
      <>
        <p>
          Los problemas se ven en <a href="/inicio">Inicio</a>, y no se avisa a nadie fuera del
          panel: falta decir adónde.
        </p>
        <p>
          Para recibirlos, define <code>ALERT_EMAIL_TO</code> y <code>ALERT_SMTP_URL</code> (un
          correo) o <code>ALERT_WEBHOOK_URL</code> (un webhook) en el panel, y reinícialo.
        </p>
      </>
    );
  return (
    <>
      <p>
        Cada problema que empieza o termina se avisa por{' '}
        {channels.map((channel) => CHANNEL[channel]).join(' y por ')}; lo que va y viene se junta
        cada diez minutos en un solo mensaje.
      </p>
      {isPermitted(user.role, 'alerts.test') && (
        <Form request={request} action="/avisos/prueba">
          <button type="submit" class="button quiet">
            Enviar un aviso de prueba
          </button>
        </Form>
      )}
    </>
  );
}

const OpenAlerts = ({ open, now }: { open: readonly OpenAlert[]; now: Date }): VNode =>
  open.length === 0 ? (
    <Empty>Nada: todo avanza.</Empty>
  ) : (
    <Table
      caption="Problemas que duran, los más graves primero"
      quiet
      head={['Gravedad', 'Qué pasa', 'Desde hace']}
      rows={open.map(({ severity, text, path, since }) => [
        <Tag severity={severity}>{severity === 'bad' ? 'falla' : 'atención'}</Tag>,
        <a class="wide" href={path}>
          {text}
        </a>,
        <span class="number">{ago(since, now)}</span>,
      ])}
    />
  );

const Messages = ({ messages }: { messages: readonly AlertMessageRow[] }): VNode =>
  messages.length === 0 ? (
    <Empty>Todavía no salió ninguno.</Empty>
  ) : (
    <Table
      caption="Mensajes, el más reciente primero"
      quiet
      head={['Cuándo', 'Por', 'Mensaje', 'Entrega']}
      rows={messages.map((row) => [
        <span class="number">{instant(row.createdAt)}</span>,
        CHANNEL[row.channel],
        <span class="wide">{(row.message as unknown as AlertMessage).title}</span>,
        <Delivery row={row} />,
      ])}
    />
  );

function Delivery({ row }: { row: AlertMessageRow }): VNode {
  const { deliveredAt, attempts, lastError, givenUp } = row;
  if (deliveredAt) return <Tag severity="good">entregado</Tag>;
  if (attempts === 0 && !givenUp) return <Tag severity="calm">por salir</Tag>;
  return (
    <span class="wide">
      {givenUp ? (
        <Tag severity="bad">no salió, y ya no se intenta</Tag>
      ) : (
        <Tag severity="warn">no salió todavía</Tag>
      )}{' '}
      {many(attempts, 'intento', 'intentos')}
      {lastError && `: ${lastError}`}
    </span>
  );
}
