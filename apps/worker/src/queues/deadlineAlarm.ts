/** Logs an alarm for businesses whose documents must reach SUNAT today, or should have. */
import { type Db, listClosingDeadlines } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';

/** The alarm of a business is repeated once an hour. */
const REPEAT_MS = 3_600_000;

export function createDeadlineAlarm(db: Db, log: Logger): () => Promise<void> {
  const nextAlarm = new Map<string, number>();
  return async () => {
    for (const { isOver, ...found } of await listClosingDeadlines(db)) {
      const key = `${found.businessId} ${isOver}`;
      if ((nextAlarm.get(key) ?? 0) > performance.now()) continue;
      nextAlarm.set(key, performance.now() + REPEAT_MS);
      log.warn(
        isOver
          ? 'ALARMA: el plazo de envío venció y siguen sin resultado'
          : 'ALARMA: el plazo de envío vence en menos de 24 horas',
        found,
      );
    }
  };
}
