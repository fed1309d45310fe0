/**
 * The browsers in which the user has signed in, each with a button that forgets it. Wrong passwords
 * from other browsers do not delay a login in one of these.
 */
import { forgetDevices, type KnownDevice } from '@rafaga/db';
import type { VNode } from 'preact';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Empty, Form, Table, Tag } from '../html/components.js';
import { instant } from '../html/formats.js';

interface KnownDevicesProps {
  request: AuthenticatedRequest;
  devices: readonly KnownDevice[];
}

export const KnownDevices = ({ request, devices }: KnownDevicesProps): VNode => (
  <>
    <p>
      Desde un equipo en el que ya ingresaste, los intentos fallidos de otros no te hacen esperar.
      Se olvidan a los 180 días sin uso.
    </p>
    {devices.length === 0 ? (
      <Empty>Ninguno todavía.</Empty>
    ) : (
      <Table
        caption="Dónde ingresaste"
        head={['Equipo', 'Última vez', '']}
        rows={devices.map((device) => [
          <DeviceName request={request} device={device} />,
          instant(device.seenAt),
          <Forget request={request} device={device} />,
        ])}
      />
    )}
  </>
);

interface DeviceProps {
  request: AuthenticatedRequest;
  device: KnownDevice;
}

const DeviceName = ({ request, device: { tokenHash, agent, address } }: DeviceProps): VNode => (
  <>
    {browserName(agent ?? '')}{' '}
    {request.device?.tokenHash.equals(tokenHash) && <Tag severity="good">este equipo</Tag>}
    {address && <span class="second">{address}</span>}
  </>
);

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox en Windows", from what the browser says of itself. */
function browserName(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([mark]) => agent.includes(mark))?.[1],
  );
  return [browser ?? 'Un navegador', system && `en ${system}`].filter(Boolean).join(' ');
}

const Forget = ({ request, device: { tokenHash, agent } }: DeviceProps): VNode => (
  <Form request={request} action="/cuenta/equipos">
    <input type="hidden" name="equipo" value={Buffer.from(tokenHash).toString('hex')} />
    <Button tone="quiet">
      Olvidar<span class="unseen"> {browserName(agent ?? '')}</span>
    </Button>
  </Form>
);

export async function forgetOwnDevice(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, by, form } = request;
  const hash = form.text('equipo');
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new PageRefusal(400, 'Falta decir qué equipo.');
  await forgetDevices(deps.db, by(), user.id, Buffer.from(hash, 'hex'));
  return redirectWithNotice('/cuenta', 'equipo_olvidado');
}
