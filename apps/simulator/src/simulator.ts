/**
 * Starts the simulated tax authority: its services, ledger, control and page on one HTTP server.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Authority } from './authority.js';
import { controlRoutes } from './control/control.js';
import { loadSchema } from './documents/schema.js';
import { signingVariants } from './documents/signatureVariants.js';
import { openSigner, pemOf } from './documents/signer.js';
import { Ledger } from './ledger/ledger.js';
import { Registry } from './ledger/registry.js';
import { page } from './page/page.js';
import { consultaRoutes } from './rest/consulta.js';
import { Script } from './script/script.js';
import type { Settings } from './settings.js';
import { soapRoutes } from './soap/routes.js';

export interface Simulator {
  url: string;
  /** Waits a second for open requests, drops the others, and closes the ledger. */
  stop(): Promise<void>;
}

export async function startSimulator(settings: Settings): Promise<Simulator> {
  const registry = new Registry();
  const ledger = await Ledger.open(settings.folder, ({ registration }) => {
    if (registration) registry.register(registration);
  });
  const signer = await openSigner(settings.folder);
  const authority: Authority = {
    script: new Script(),
    ledger,
    registry,
    strict: settings.strict,
    certificate: pemOf(signer.certificate),
    signXmlAs: signingVariants(signer, settings.strict ? 'own' : 'none'),
    ...(settings.schemas === undefined ? {} : { schema: loadSchema(settings.schemas) }),
  };
  const server = createServer(routes(authority));
  await listen(server, settings);
  const { address, port } = server.address() as AddressInfo;
  return { url: `http://${address}:${port}`, stop: () => stop(server, ledger) };
}

function routes(authority: Authority): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', page(authority));
  app.get('/healthz', (_request, response) => {
    response.json({ estado: 'ok' });
  });
  app.use(datedAhead(authority));
  app.use(soapRoutes(authority));
  app.use(consultaRoutes(authority));
  app.use('/control', controlRoutes(authority));
  app.use((_request, response) => {
    response.status(404).json({ error: 'El simulador no tiene esa ruta.' });
  });
  app.use(failed);
  return app;
}

/** Tells the time of a clock that the script has set wrong; node:http tells this machine's. */
const datedAhead =
  ({ script }: Authority): RequestHandler =>
  (_request, response, next) => {
    const { aheadSeconds } = script;
    if (aheadSeconds !== 0)
      response.setHeader('Date', new Date(Date.now() + aheadSeconds * 1_000).toUTCString());
    next();
  };

const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = typeof error?.status === 'number' && error.status < 500 ? error.status : 500;
  if (status === 500)
    process.stderr.write(`simulador: ${error instanceof Error ? error.message : String(error)}\n`);
  if (response.headersSent) response.destroy();
  else
    response.status(status).json({
      error: status === 500 ? 'El simulador falló.' : 'El simulador no entiende la petición.',
    });
};

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
}

const GRACE_MS = 1_000;

async function stop(server: Server, ledger: Ledger): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
  await ledger.close();
}
