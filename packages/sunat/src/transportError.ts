/** The failure of an exchange, and whether its request may have been delivered all the same. */

export class TransportError extends Error {
  override name = 'TransportError';

  constructor(
    /** 'no': not a byte of the request was written. 'unknown': the server may have all of it. */
    readonly delivered: 'no' | 'unknown',
    /** In Spanish, without addresses: operators read it in the timeline. */
    readonly reason: string,
  ) {
    super(reason);
  }
}
