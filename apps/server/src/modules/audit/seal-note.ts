/** The text form of a seal, `number:hash`, for places outside the database: the server's log, and an operator's notes. */

export interface NotedSeal {
  readonly number: number;
  readonly hash: string;
}

export const sealNote = ({ number, hash }: NotedSeal): string => `${number}:${hash}`;

/** Undefined when the text has another form. */
export function readSealNote(text: string): NotedSeal | undefined {
  const [, number, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}
