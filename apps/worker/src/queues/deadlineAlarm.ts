/** Logs an alarm for businesses whose documents must reach SUNAT within 24 hours. */
import { type Db, listClosingDeadlines } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';

/** The alarm of a business is repeated once an hour. */
const REPEAT_MS = 3_600_000;

export function createDeadlineAlarm(db: Db, log: Logger): () => Promise<void> {
  const nextAlarm = new Map<number, number>();
  return async () => {
    for (const { businessId, documents, deadline } of await listClosingDeadlines(db)) {
      if ((nextAlarm.get(businessId) ?? 0) > performance.now()) continue;
      nextAlarm.set(businessId, performance.now() + REPEAT_MS);
      log.warn('ALARMA: el plazo de envío vence en menos de 24 horas', {
        businessId,
        documents,
        deadline,
      });
    }
  };
}
