/**
 * The error that a page throws when it cannot show or do something: an HTTP status and its message.
 */

export class PageRefusal extends Error {
  /** Seconds until the request may be repeated. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413 | 429 | 503,
    message: string,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** The same answer for what does not exist and for what belongs to another business. */
export const notFound = (): PageRefusal => new PageRefusal(404, 'No existe, o no es tuyo.');

/** The same answer for a form from another site and for one of another session. */
export const forgedForm = (): PageRefusal =>
  new PageRefusal(
    403,
    'El formulario no vino de esta página, o la sesión cambió. Vuelve a abrirla y repítelo.',
  );
