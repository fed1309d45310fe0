/** Announces that many attempts to sign in as users of the panel failed. */
import { many } from '@rafaga/operations';
import type { HealthProblem } from './healthProblem.js';
import type { Known } from './serverProblems.js';

export const loginProblem = ({ stats: { loginAlarms } }: Known): HealthProblem | false =>
  loginAlarms > 0 && {
    cause: 'logins',
    key: 'logins',
    severity: 'warn',
    text: `Hay intentos repetidos de ingresar como ${many(loginAlarms, 'persona', 'personas')}.`,
    advice:
      'Nadie queda fuera por eso: cada quien ingresa desde sus equipos de siempre. ' +
      'Mira en la auditoría de quién se trata y avísale.',
    link: { path: '/auditoria?que=user.login_alarm', label: 'Ver los intentos' },
  };
