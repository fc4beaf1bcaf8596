/** The last mails that arrived, in memory: they hold codes and links, and no file or table of a server should. */

const KEPT_MAX = 200;

export interface ReceivedMail {
  /** Counts up from 1. */
  readonly number: number;
  /** As they came over SMTP. */
  readonly bytes: Buffer;
}

export interface ReceivedMails {
  add(bytes: Buffer): void;
  /** Newest first. */
  list(): readonly ReceivedMail[];
  find(number: number): ReceivedMail | undefined;
}

export function createReceivedMails(): ReceivedMails {
  let kept: readonly ReceivedMail[] = [];
  let count = 0;
  return {
    add(bytes) {
      count += 1;
      kept = [{ number: count, bytes }, ...kept].slice(0, KEPT_MAX);
    },
    list: () => kept,
    find: (number) => kept.find((mail) => mail.number === number),
  };
}
