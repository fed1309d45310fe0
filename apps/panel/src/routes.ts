/** Every page and every action, with the door it stands behind. */
import { business, half, open, type Route, signed } from './edge/doors.js';
import * as access from './routes/access.js';
import * as account from './routes/account.js';
import * as activation from './routes/activation.js';
import * as answers from './routes/answers.js';
import { auditPage } from './routes/audit.js';
import * as overview from './routes/business.js';
import * as data from './routes/businessData.js';
import * as businesses from './routes/businesses.js';
import { bringCdr } from './routes/cdr.js';
import { cdrSignersPage } from './routes/cdrSigners.js';
import * as certificate from './routes/certificate.js';
import * as credentials from './routes/credentials.js';
import * as design from './routes/design.js';
import { proposeChange } from './routes/environment.js';
import { file } from './routes/files.js';
import { home } from './routes/home.js';
import * as invitation from './routes/invitation.js';
import { log } from './routes/log.js';
import * as login from './routes/login.js';
import * as operation from './routes/operation.js';
import * as people from './routes/people.js';
import * as proposals from './routes/proposals.js';
import * as queues from './routes/queues.js';
import * as reference from './routes/reference.js';
import * as referenceActs from './routes/referenceActs.js';
import { references } from './routes/references.js';
import * as restoration from './routes/restoration.js';
import { search } from './routes/search.js';
import * as series from './routes/series.js';
import { sunatPage } from './routes/sunat.js';

export const ROUTES: readonly Route[] = [
  open('get', '/ingresar', login.loginPage),
  open('post', '/ingresar', login.signIn),
  open('get', '/invitacion/:token', invitation.invitationPage),
  open('post', '/invitacion/:token', invitation.acceptInvitation),
  half('get', '/codigo', login.codePage),
  half('post', '/codigo', login.signInWithCode),
  half('post', '/salir', login.signOut),
  signed('get', '/', 'own.account', login.start),
  signed('get', '/inicio', 'health.see', home),

  signed('get', '/buscar', 'references.see', search),
  signed('get', '/referencias', 'references.see', references),
  signed('get', '/referencias/:id', 'references.see', reference.reference),
  signed('post', '/referencias/:id/mostrar', 'references.reveal', reference.reveal),
  signed('get', '/referencias/:id/archivos/:archivo', 'references.reveal', file),
  signed('post', '/referencias/:id/evidencias/:evidencia', 'evidence.open', answers.showAnswer),
  signed(
    'post',
    '/referencias/:id/evidencias/:evidencia/descargar',
    'evidence.open',
    answers.downloadAnswer,
  ),
  signed('post', '/referencias/:id/constancia', 'references.act', bringCdr),
  signed('post', '/referencias/:id/consultar', 'references.ask', referenceActs.ask),
  signed('post', '/referencias/:id/reanudar', 'references.act', referenceActs.resume),
  signed('post', '/referencias/:id/resolver', 'references.act', referenceActs.resolve, {
    delicate: true,
  }),
  signed('post', '/propuestas/:id/aprobar', 'proposals.approve', proposals.approve, {
    delicate: true,
  }),
  signed('post', '/propuestas/:id/rechazar', 'proposals.decline', proposals.decline),

  signed('get', '/colas', 'queues.see', queues.queuesPage),
  signed('get', '/colas/:cola/pausar', 'queues.act', queues.pausePage),
  signed('post', '/colas/:cola/pausar', 'queues.act', queues.pauseQueue),
  signed('post', '/colas/:cola/reanudar', 'queues.act', queues.resumeQueue),
  signed('get', '/operaciones', 'queues.see', operation.operationPage),
  signed('post', '/operaciones', 'queues.act', operation.runOperation, { delicate: true }),
  signed('get', '/sunat', 'health.see', sunatPage),
  signed('get', '/sunat/firmantes', 'signers.see', cdrSignersPage),
  signed('get', '/restauracion', 'health.see', restoration.restorationPage),
  signed('post', '/restauracion/paso', 'queues.act', restoration.wantNext, { delicate: true }),
  signed('post', '/restauracion/terminar', 'queues.act', restoration.propose, { delicate: true }),
  signed('post', '/restauracion/aprobar', 'proposals.approve', restoration.approve, {
    delicate: true,
  }),
  signed('post', '/restauracion/retirar', 'queues.act', restoration.decline),

  signed('get', '/negocios', 'businesses.see', businesses.businesses),
  signed('get', '/negocios/nuevo', 'businesses.create', businesses.newPage),
  signed('post', '/negocios/nuevo', 'businesses.create', businesses.createNew),
  business('get', '/negocios/:ruc', 'businesses.see', overview.overview),
  business('get', '/negocios/:ruc/activar', 'businesses.edit', activation.activationPage),
  business('post', '/negocios/:ruc/activar', 'businesses.govern', activation.activate, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/suspender', 'businesses.govern', overview.suspend, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/pausar', 'businesses.govern', overview.pause),
  business('post', '/negocios/:ruc/reanudar', 'businesses.govern', overview.resume),
  business('get', '/negocios/:ruc/datos', 'businesses.edit', data.dataPage),
  business('post', '/negocios/:ruc/datos', 'businesses.edit', data.saveData),
  business('get', '/negocios/:ruc/ajustes', 'businesses.govern', data.settingsPage),
  business('post', '/negocios/:ruc/ajustes', 'businesses.govern', data.saveSettings),
  business('get', '/negocios/:ruc/certificado', 'businesses.edit', certificate.certificatePage, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/certificado', 'businesses.edit', certificate.saveCertificate, {
    delicate: true,
  }),
  business(
    'post',
    '/negocios/:ruc/certificado/prueba',
    'businesses.edit',
    certificate.makeCertificate,
    { delicate: true },
  ),
  business('get', '/negocios/:ruc/conexion', 'businesses.edit', access.accessPage, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/conexion', 'businesses.edit', access.saveAccess, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/conexion/pasar', 'businesses.govern', proposeChange, {
    delicate: true,
  }),
  business('get', '/negocios/:ruc/series', 'businesses.edit', series.seriesPage),
  business('post', '/negocios/:ruc/series', 'businesses.edit', series.add),
  business('post', '/negocios/:ruc/series/siguiente', 'businesses.edit', series.moveOn, {
    delicate: true,
  }),
  business('post', '/negocios/:ruc/series/:serie/cerrar', 'businesses.edit', series.close),
  business('post', '/negocios/:ruc/series/:serie/abrir', 'businesses.edit', series.reopen),
  business('get', '/negocios/:ruc/pdf', 'businesses.edit', design.designPage),
  business('post', '/negocios/:ruc/pdf', 'businesses.edit', design.save),
  business('get', '/negocios/:ruc/pdf/muestra', 'businesses.edit', design.sample),
  business('get', '/negocios/:ruc/pdf/vista', 'businesses.edit', design.view),
  business('post', '/negocios/:ruc/pdf/vista', 'businesses.edit', design.preview),
  business('get', '/negocios/:ruc/credenciales', 'credentials.see', credentials.credentialsPage),
  business('post', '/negocios/:ruc/credenciales', 'credentials.create', credentials.create, {
    delicate: true,
  }),
  business(
    'get',
    '/negocios/:ruc/credenciales/:clave/revocar',
    'credentials.revoke',
    credentials.revokePage,
  ),
  business(
    'post',
    '/negocios/:ruc/credenciales/:clave/revocar',
    'credentials.revoke',
    credentials.revoke,
    { delicate: true },
  ),

  business('get', '/negocios/:ruc/registro', 'log.see', log),

  signed('get', '/cuenta', 'own.account', account.account),
  signed('post', '/cuenta', 'own.account', account.changePassword),
  signed('post', '/cuenta/codigo', 'own.account', account.startEnrolment, { delicate: true }),
  signed('post', '/cuenta/sesiones', 'own.account', account.endOtherSessions),
  signed('get', '/confirmar', 'own.account', account.confirmPage),
  signed('post', '/confirmar', 'own.account', account.confirm),

  signed('get', '/usuarios', 'people.govern', people.people),
  signed('post', '/usuarios', 'people.govern', people.inviteNew, { delicate: true }),
  signed('get', '/usuarios/:id', 'people.govern', people.personPage),
  signed('post', '/usuarios/:id/rol', 'people.govern', people.changeRole, { delicate: true }),
  signed('post', '/usuarios/:id/invitar', 'people.govern', people.inviteAgain, { delicate: true }),
  signed('post', '/usuarios/:id/desactivar', 'people.govern', people.disable, { delicate: true }),
  signed('post', '/usuarios/:id/activar', 'people.govern', people.enable, { delicate: true }),
  signed('post', '/usuarios/:id/sesiones', 'people.govern', people.endSessions),
  signed('get', '/auditoria', 'audit.see', auditPage),
];
