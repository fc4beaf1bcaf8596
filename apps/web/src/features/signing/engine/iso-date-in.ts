/** The calendar date of an instant in a zone, `YYYY-MM-DD`. `timeZone` is an IANA name, `atMs` milliseconds since 1970. */
export function isoDateIn(timeZone: string, atMs: number): string {
  // Swedish dates are ISO 8601 dates.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(atMs);
}
