/** Who did something, as a person reads it: an e-mail, "terminal (root)", Ráfaga itself. */

export const actorText = (actor: string): string =>
  actor === 'system'
    ? 'Ráfaga'
    : actor.replace(/^panel:(.+)$/, '$1').replace(/^cli:(.+)$/, 'terminal ($1)');
