/** Formats dates and times for readers in Lima. */
let lima: Intl.DateTimeFormat | undefined;
/** Created at first use, because that takes longer than a whole --help. */
const inLima = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('es-PE', {
    timeZone: 'America/Lima',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

/** 21/11/2026 00:03:12 */
export const dateTime = (at: Date | null | undefined): string | undefined => {
  if (!at) return undefined;
  lima ??= inLima();
  return lima.format(at).replace(',', '');
};

/** 40 s, 12 min, 3 h, 5 días */
export function age(since: Date, now = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} días`;
}
