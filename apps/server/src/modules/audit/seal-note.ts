/** A seal as it is written down outside the database, `number:hash`: in the server's log, and where an operator keeps it. */

export interface NotedSeal {
  readonly number: number;
  readonly hash: string;
}

export const sealNote = ({ number, hash }: NotedSeal): string => `${number}:${hash}`;

/** Undefined when the text is no such note. */
export function readSealNote(text: string): NotedSeal | undefined {
  const [, number, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}
