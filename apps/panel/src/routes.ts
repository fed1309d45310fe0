/** Every page and every action of the panel, each with its guard and its permission. */
import * as account from './account/account.js';
import { forgetOwnDevice } from './account/devices.js';
import * as recovery from './account/recovery.js';
import * as secondFactor from './account/secondFactor.js';
import { activityPage } from './activity/activity.js';
import { alertsPage, sendTest } from './alerts/alertsPage.js';
import { auditPage } from './audit/audit.js';
import * as operations from './bulkOperations/operationActions.js';
import { operationList } from './bulkOperations/operationList.js';
import { operationPage } from './bulkOperations/operationPage.js';
import { planPage } from './bulkOperations/planPage.js';
import { resultCsv } from './bulkOperations/resultCsv.js';
import { startOperation } from './bulkOperations/startOperation.js';
import { accessPage } from './businesses/access.js';
import * as activation from './businesses/activation.js';
import { awaitedCallPage } from './businesses/awaitedCall.js';
import * as businesses from './businesses/businesses.js';
import * as certificate from './businesses/certificate.js';
import * as closeSeries from './businesses/closeSeries.js';
import { secretPage } from './businesses/credentialSecret.js';
import * as credentials from './businesses/credentials.js';
import { dataPage, saveData } from './businesses/data.js';
import { designPage, saveDesign } from './businesses/design.js';
import * as designSample from './businesses/designSample.js';
import * as draft from './businesses/draft.js';
import * as newBusiness from './businesses/newBusiness.js';
import { overview } from './businesses/overview.js';
import { proposeChange } from './businesses/proposeEnvironment.js';
import { rehearsalTicket } from './businesses/rehearsalView.js';
import { rehearse } from './businesses/rehearse.js';
import { log } from './businesses/requestLog.js';
import { resumeSending } from './businesses/resumeSending.js';
import { saveAccess } from './businesses/saveAccess.js';
import { saveFirstSeries } from './businesses/saveFirstSeries.js';
import { seriesPage } from './businesses/series.js';
import * as series from './businesses/seriesActions.js';
import { saveSettings, settingsPage } from './businesses/settings.js';
import * as stopBusiness from './businesses/stopBusiness.js';
import type { Route } from './edge/route.js';
import { routeGuards } from './edge/routeGuards.js';
import { causePage } from './health/causePage.js';
import { home } from './home/home.js';
import { businessLawPage } from './law/businessLaw.js';
import { lawPage } from './law/lawPage.js';
import * as proposals from './proposals/proposals.js';
import { pausePage, pauseQueue, resumeQueue } from './queues/pauseQueue.js';
import { queuesPage } from './queues/queues.js';
import * as actions from './references/actOnReference.js';
import * as answers from './references/answers.js';
import { attachCdrFile } from './references/attachCdr.js';
import * as exportList from './references/exportList.js';
import { file } from './references/files.js';
import * as reference from './references/reference.js';
import { references } from './references/references.js';
import * as savedViews from './references/savedViews.js';
import { search } from './references/search.js';
import * as content from './references/showContent.js';
import * as restoration from './restoration/restoration.js';
import { follow } from './signIn/arrival.js';
import * as invitation from './signIn/invitation.js';
import * as login from './signIn/login.js';
import { codePage, signInWithCode } from './signIn/secondFactor.js';
import { cdrSignersPage } from './sunat/cdrSigners.js';
import { exchangeRatesPage, saveExchangeRate } from './sunat/exchangeRates.js';
import { sunatPage } from './sunat/sunat.js';
import { invitationLinkPage } from './users/invitationLink.js';
import * as shutOut from './users/shutOut.js';
import * as userActions from './users/userActions.js';
import { userPage } from './users/userPage.js';
import { inviteNew, usersPage } from './users/users.js';

const { pendingSecondFactor, authenticated, business } = routeGuards;

export const ROUTES: readonly Route[] = [
  routeGuards.public('get', '/ingresar', login.loginPage),
  routeGuards.public('post', '/ingresar', login.signIn),
  routeGuards.public('get', '/llegada', follow),
  routeGuards.public('get', '/invitacion/:token', invitation.invitationPage),
  routeGuards.public('post', '/invitacion/:token', invitation.acceptInvitation),
  pendingSecondFactor('get', '/codigo', codePage),
  pendingSecondFactor('post', '/codigo', signInWithCode),
  pendingSecondFactor('post', '/salir', login.signOut),
  authenticated('get', '/', 'own.account', login.startPage),
  authenticated('get', '/inicio', 'health.see', home),
  authenticated('get', '/salud/:causa', 'health.see', causePage),

  authenticated('get', '/buscar', 'references.see', search),
  authenticated('get', '/referencias', 'references.see', references),
  authenticated('get', '/referencias.csv', 'references.see', exportList.exportMasked, {
    isExport: true,
  }),
  authenticated('post', '/referencias.csv', 'references.reveal', exportList.exportRevealed),
  authenticated('post', '/vistas', 'references.see', savedViews.save),
  authenticated('post', '/vistas/:id/borrar', 'references.see', savedViews.remove),
  authenticated('get', '/referencias/:id', 'references.see', reference.reference),
  authenticated('post', '/referencias/:id/mostrar', 'references.reveal', reference.reveal),
  authenticated('get', '/referencias/:id/ver/:que', 'references.see', content.showMasked),
  authenticated('post', '/referencias/:id/ver/:que', 'references.reveal', content.showWhole),
  authenticated(
    'get',
    '/referencias/:id/evidencias/:evidencia',
    'evidence.see',
    answers.showMaskedAnswer,
  ),
  authenticated('get', '/referencias/:id/archivos/:archivo', 'references.reveal', file),
  authenticated(
    'post',
    '/referencias/:id/evidencias/:evidencia',
    'evidence.open',
    answers.showAnswer,
  ),
  authenticated(
    'post',
    '/referencias/:id/evidencias/:evidencia/descargar',
    'evidence.open',
    answers.downloadAnswer,
  ),
  authenticated('post', '/referencias/:id/constancia', 'references.act', attachCdrFile),
  authenticated('post', '/referencias/:id/consultar', 'references.ask', actions.ask),
  authenticated('post', '/referencias/:id/reanudar', 'references.act', actions.resume),
  authenticated('post', '/referencias/:id/resolver', 'references.act', actions.proposeResolution, {
    recentPassword: true,
  }),
  authenticated('post', '/propuestas/:id/aprobar', 'proposals.approve', proposals.approve, {
    recentPassword: true,
  }),
  authenticated('post', '/propuestas/:id/rechazar', 'proposals.decline', proposals.decline),

  authenticated('get', '/colas', 'queues.see', queuesPage),
  authenticated('get', '/colas/:cola/pausar', 'queues.act', pausePage),
  authenticated('post', '/colas/:cola/pausar', 'queues.act', pauseQueue),
  authenticated('post', '/colas/:cola/reanudar', 'queues.act', resumeQueue),
  authenticated('get', '/operaciones', 'operations.see', operationList),
  authenticated('get', '/operaciones/nueva', 'operations.see', planPage),
  authenticated('post', '/operaciones', 'operations.act', startOperation, {
    recentPassword: true,
  }),
  authenticated('get', '/actividad', 'health.see', activityPage),
  authenticated('get', '/operaciones/:id', 'operations.see', operationPage),
  authenticated('get', '/operaciones/:id/resultado', 'operations.see', resultCsv, {
    isExport: true,
  }),
  authenticated('post', '/operaciones/:id/aprobar', 'proposals.approve', operations.approve, {
    recentPassword: true,
  }),
  authenticated('post', '/operaciones/:id/rechazar', 'operations.act', operations.decline),
  authenticated('post', '/operaciones/:id/pausar', 'operations.act', operations.pause),
  authenticated('post', '/operaciones/:id/continuar', 'operations.act', operations.resume),
  authenticated('post', '/operaciones/:id/cancelar', 'operations.act', operations.cancel),
  authenticated('get', '/avisos', 'health.see', alertsPage),
  authenticated('post', '/avisos/prueba', 'alerts.test', sendTest),
  authenticated('get', '/sunat', 'health.see', sunatPage),
  authenticated('get', '/sunat/firmantes', 'signers.see', cdrSignersPage),
  authenticated('get', '/sunat/tipo-de-cambio', 'rates.set', exchangeRatesPage),
  authenticated('post', '/sunat/tipo-de-cambio', 'rates.set', saveExchangeRate),
  authenticated('get', '/ley', 'law.see', lawPage),
  authenticated('get', '/restauracion', 'health.see', restoration.restorationPage),
  authenticated('post', '/restauracion/paso', 'queues.act', restoration.requestStep, {
    recentPassword: true,
  }),
  authenticated('post', '/restauracion/terminar', 'queues.act', restoration.propose, {
    recentPassword: true,
  }),
  authenticated('post', '/restauracion/aprobar', 'proposals.approve', restoration.approve, {
    recentPassword: true,
  }),
  authenticated('post', '/restauracion/retirar', 'queues.act', restoration.decline),

  authenticated('get', '/negocios', 'businesses.see', businesses.businesses),
  authenticated('get', '/negocios/nuevo', 'businesses.create', newBusiness.newPage),
  authenticated('post', '/negocios/nuevo', 'businesses.create', newBusiness.createNew),
  business('get', '/negocios/:ruc', 'businesses.see', overview),
  business('get', '/negocios/:ruc/activar', 'businesses.edit', activation.activationPage),
  business('post', '/negocios/:ruc/activar', 'businesses.govern', activation.activate, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/suspender', 'businesses.govern', stopBusiness.suspendPage),
  business('post', '/negocios/:ruc/suspender', 'businesses.govern', stopBusiness.suspend, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/pausar', 'businesses.govern', stopBusiness.pausePage),
  business('post', '/negocios/:ruc/pausar', 'businesses.govern', stopBusiness.pause),
  business('post', '/negocios/:ruc/reanudar', 'businesses.govern', resumeSending),
  business('get', '/negocios/:ruc/datos', 'businesses.edit', dataPage),
  business('post', '/negocios/:ruc/datos', 'businesses.edit', saveData),
  business('get', '/negocios/:ruc/ruc', 'businesses.govern', draft.rucPage),
  business('post', '/negocios/:ruc/ruc', 'businesses.govern', draft.saveRuc),
  business('get', '/negocios/:ruc/borrar', 'businesses.govern', draft.deletePage),
  business('post', '/negocios/:ruc/borrar', 'businesses.govern', draft.remove, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/ajustes', 'businesses.govern', settingsPage),
  business('post', '/negocios/:ruc/ajustes', 'businesses.govern', saveSettings),
  business('get', '/negocios/:ruc/certificado', 'businesses.edit', certificate.certificatePage, {
    recentPassword: true,
  }),
  business('post', '/negocios/:ruc/certificado', 'businesses.edit', certificate.saveCertificate, {
    recentPassword: true,
  }),
  business(
    'post',
    '/negocios/:ruc/certificado/prueba',
    'businesses.edit',
    certificate.makeCertificate,
    { recentPassword: true },
  ),
  business('get', '/negocios/:ruc/conexion', 'businesses.edit', accessPage, {
    recentPassword: true,
  }),
  business('post', '/negocios/:ruc/conexion', 'businesses.edit', saveAccess, {
    recentPassword: true,
  }),
  business('post', '/negocios/:ruc/conexion/pasar', 'businesses.govern', proposeChange, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/series', 'businesses.edit', seriesPage),
  business('post', '/negocios/:ruc/series', 'businesses.edit', series.add),
  business('post', '/negocios/:ruc/series/primeras', 'businesses.edit', saveFirstSeries),
  business('post', '/negocios/:ruc/series/siguiente', 'businesses.edit', series.proposeNextNumber, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/series/:serie/cerrar', 'businesses.edit', closeSeries.closePage),
  business('post', '/negocios/:ruc/series/:serie/cerrar', 'businesses.edit', closeSeries.close),
  business('post', '/negocios/:ruc/series/:serie/abrir', 'businesses.edit', series.reopen),
  business('get', '/negocios/:ruc/pdf', 'businesses.edit', designPage),
  business('post', '/negocios/:ruc/pdf', 'businesses.edit', saveDesign),
  business('get', '/negocios/:ruc/pdf/muestra', 'businesses.edit', designSample.samplePdf),
  business('get', '/negocios/:ruc/pdf/vista', 'businesses.edit', designSample.viewStored),
  business('post', '/negocios/:ruc/pdf/vista', 'businesses.edit', designSample.preview),
  business('get', '/negocios/:ruc/credenciales', 'credentials.see', credentials.credentialsPage),
  business('post', '/negocios/:ruc/credenciales', 'credentials.create', credentials.create, {
    recentPassword: true,
  }),
  business('get', '/negocios/:ruc/credenciales/:clave/secreto', 'credentials.create', secretPage),
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
    { recentPassword: true },
  ),

  business('post', '/negocios/:ruc/ensayo', 'businesses.edit', rehearse),
  business('get', '/negocios/:ruc/ensayo/ticket', 'businesses.edit', rehearsalTicket),
  business('get', '/negocios/:ruc/llamada', 'log.see', awaitedCallPage),
  business('get', '/negocios/:ruc/registro', 'log.see', log),
  business('get', '/negocios/:ruc/ley', 'businesses.see', businessLawPage),

  authenticated('get', '/cuenta', 'own.account', account.account),
  authenticated('post', '/cuenta', 'own.account', account.changePassword),
  authenticated('get', '/cuenta/codigo', 'own.account', secondFactor.changeFactorPage, {
    recentPassword: true,
  }),
  authenticated('post', '/cuenta/codigo', 'own.account', secondFactor.proveForChange, {
    recentPassword: true,
  }),
  authenticated('post', '/cuenta/codigo/nuevo', 'own.account', secondFactor.enrolNew, {
    recentPassword: true,
  }),
  authenticated('get', '/cuenta/recuperacion', 'own.account', recovery.recoveryPage),
  authenticated('post', '/cuenta/recuperacion', 'own.account', recovery.createRecoveryCodes, {
    recentPassword: true,
  }),
  authenticated('post', '/cuenta/sesiones', 'own.account', account.endOtherSessions),
  authenticated('post', '/cuenta/equipos', 'own.account', forgetOwnDevice),
  authenticated('get', '/confirmar', 'own.account', account.provePasswordPage),
  authenticated('post', '/confirmar', 'own.account', account.provePassword),

  authenticated('get', '/usuarios', 'users.manage', usersPage),
  authenticated('post', '/usuarios', 'users.manage', inviteNew, { recentPassword: true }),
  authenticated('get', '/usuarios/:id', 'users.manage', userPage),
  authenticated('post', '/usuarios/:id/rol', 'users.manage', userActions.changeRole, {
    recentPassword: true,
  }),
  authenticated('get', '/usuarios/:id/invitar', 'users.manage', shutOut.invitePage),
  authenticated('post', '/usuarios/:id/invitar', 'users.manage', shutOut.inviteAgain, {
    recentPassword: true,
  }),
  authenticated('get', '/usuarios/:id/invitacion', 'users.manage', invitationLinkPage),
  authenticated('get', '/usuarios/:id/desactivar', 'users.manage', shutOut.disablePage),
  authenticated('post', '/usuarios/:id/desactivar', 'users.manage', shutOut.disable, {
    recentPassword: true,
  }),
  authenticated('post', '/usuarios/:id/activar', 'users.manage', userActions.enable, {
    recentPassword: true,
  }),
  authenticated('post', '/usuarios/:id/sesiones', 'users.manage', userActions.endSessions),
  authenticated('post', '/usuarios/:id/equipos', 'users.manage', userActions.forgetAllDevices),
  authenticated('get', '/auditoria', 'audit.see', auditPage),
];
