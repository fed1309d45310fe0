/** A process or a person of the timeline, as people know it: 'panel:ana@cadena.pe' is Ana. */

export const actorText = (actor: string): string =>
  actor.replace(/^panel:(.+)$/, '$1').replace(/^cli:(.+)$/, '$1 (terminal)');
