/** The Spanish words for a design that is refused. */
import type { DesignProblem } from '@rafaga/db';
import { limaTime, limaToday, peruvianDate } from '@rafaga/fiscal';

export const designWords = ({ most, until }: DesignProblem): string =>
  `El diseño ya cambió ${most} veces en 24 horas. Podrás cambiarlo otra vez el ` +
  `${peruvianDate(limaToday(until))} a las ${limaTime(until)}.`;
