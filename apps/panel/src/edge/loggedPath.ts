/** The path of a failed page as it may be logged. */

/** Hides the token of an invitation, which sets a password and stays valid after a failed page. */
export const loggedPath = ({ pathname }: URL): string =>
  pathname.replace(/^(\/invitacion\/).+/, '$1[oculto]');
