/** Every page and every action, with the door it stands behind. */
import { half, open, type Route, signed } from './edge/doors.js';
import { home } from './routes/home.js';
import * as login from './routes/login.js';

export const ROUTES: readonly Route[] = [
  open('get', '/ingresar', login.loginPage),
  open('post', '/ingresar', login.signIn),
  half('get', '/codigo', login.codePage),
  half('post', '/codigo', login.signInWithCode),
  half('post', '/salir', login.signOut),
  signed('get', '/', 'own.account', login.start),
  signed('get', '/inicio', 'health.see', home),
];
