/** The bank's states of a transactions statement in the words of its page. Only what the bank says counts. */

interface StatementWords {
  readonly isReadable: boolean;
  readonly outcome: 'paid' | 'waiting' | 'notPaid';
  readonly title: string;
  readonly text: string;
}

const ended = (title: string, text: string): StatementWords => ({ isReadable: false, outcome: 'notPaid', title, text });

const WORDS: Readonly<Record<string, StatementWords>> = {
  valid: {
    isReadable: true,
    outcome: 'paid',
    title: 'Your statement',
    text: 'Read at your bank just now. The shop may read it for 15 minutes after you signed, and keeps only the record of its calls.',
  },
  received: {
    isReadable: false,
    outcome: 'waiting',
    title: 'Not signed yet',
    text: 'Your bank is waiting for your signature. Nothing can be read until then.',
  },
  rejected: ended('Nothing was shared', 'You refused at your bank, or the time to sign was over. The shop has read nothing.'),
  expired: ended('The 15 minutes are over', 'The shop can read nothing of this statement any more. Ask for a new one to see it again.'),
  terminatedByTpp: ended('Given back', 'The shop gave the statement back. It can read nothing of it any more.'),
};

export function statementWords(status: string): StatementWords {
  return WORDS[status] ?? ended('The bank’s answer is not clear', 'The bank gave a state that this shop does not know. Nothing is read.');
}
