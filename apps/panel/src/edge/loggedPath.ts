/** The path of a page that failed, as the log may have it. */

/** The link of an invitation sets a password, and is still good after a page that failed. */
export const loggedPath = ({ pathname }: URL): string =>
  pathname.replace(/^(\/invitacion\/).+/, '$1[oculto]');
