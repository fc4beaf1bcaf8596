/** The portal shows times in the developer's own zone; customers' pages in the bank's. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
