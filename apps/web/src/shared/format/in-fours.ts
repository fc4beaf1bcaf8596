const GROUP_LENGTH = 4;

/** Splits an IBAN or a reference into its printed groups of four (ISO 13616, ISO 11649); the last one may be shorter. */
export function inFours(code: string): string[] {
  const groups: string[] = [];
  for (let start = 0; start < code.length; start += GROUP_LENGTH) groups.push(code.slice(start, start + GROUP_LENGTH));
  return groups;
}
