/** Every page and every action, with the door it stands behind. */
import { half, open, type Route, signed } from './edge/doors.js';
import * as account from './routes/account.js';
import { auditPage } from './routes/audit.js';
import { home } from './routes/home.js';
import * as invitation from './routes/invitation.js';
import * as login from './routes/login.js';
import * as people from './routes/people.js';

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
