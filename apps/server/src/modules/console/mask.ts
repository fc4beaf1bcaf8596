/** How the console shows personal values without a reason: enough to recognise a row, too little to know the person. */

const DOTS = '••••';
const SHORT_DOTS = '•••';

/** `Liis Tamm` → `Liis T•••`; a single word keeps its first letter. Words are separated by white space. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.map((word, index) => (index === 0 && words.length > 1 ? word : `${[...word][0] ?? ''}${SHORT_DOTS}`)).join(' ');
}

/** `EE471000001020145685` → `EE47 •••• 5685`. A text that is too short to hide anything is hidden completely. */
export function maskAccount(iban: string): string {
  const text = iban.replaceAll(/\s/g, '');
  return text.length < 12 ? DOTS : `${text.slice(0, 4)} ${DOTS} ${text.slice(-4)}`;
}

/** A free text may contain anything, so nothing of it is shown. */
export const maskText = (): string => DOTS;
