/** A day as an address holds it, 2026-11-21, that exists in the calendar. */
export function isCalendarDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // the 31st of February is read as a day of March
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
