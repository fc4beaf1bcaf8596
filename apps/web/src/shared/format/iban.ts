const GROUP_LENGTH = 4;

/** Splits an IBAN into its printed groups of four (ISO 13616); the last one may be shorter. */
export function groupIban(iban: string): string[] {
  const groups: string[] = [];
  for (let start = 0; start < iban.length; start += GROUP_LENGTH) groups.push(iban.slice(start, start + GROUP_LENGTH));
  return groups;
}
