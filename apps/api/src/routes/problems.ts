/** What a caller is told of a series and its numbers. */
export const PROBLEMS = {
  series_closed: 'La serie no está activa para la empresa: revise las series configuradas en el panel.',
  series_exhausted: 'La serie llegó a su último número, 99999999: use otra serie.',
  number_taken: 'El correlativo ya fue usado en esta serie: envíe otro, o no lo envíe para que se asigne el siguiente.',
} as const;
