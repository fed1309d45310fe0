/**
 * The error that a page throws for what cannot be shown or done: an HTTP status and its message.
 */

export class PageRefusal extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413 | 429 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** One answer for what does not exist and for what belongs to another business. */
export const notFound = (): PageRefusal => new PageRefusal(404, 'No existe, o no es tuyo.');

/** One answer for a form of another site and for one that a page of another session held. */
export const forgedForm = (): PageRefusal =>
  new PageRefusal(
    403,
    'El formulario no vino de esta página, o la sesión cambió. Vuelve a abrirla y repítelo.',
  );
