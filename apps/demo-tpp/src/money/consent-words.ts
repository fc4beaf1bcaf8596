/** The bank's consent states (Berlin Group) in the words of the overview. Only what the bank says counts. */

export interface ConsentWords {
  readonly isValid: boolean;
  readonly outcome: 'paid' | 'waiting' | 'notPaid';
  readonly title: string;
  readonly text: string;
}

const ended = (title: string, text: string): ConsentWords => ({ isValid: false, outcome: 'notPaid', title, text });

const WORDS: Readonly<Record<string, ConsentWords>> = {
  valid: {
    isValid: true,
    outcome: 'paid',
    title: 'Your money',
    text: 'Read at your bank just now. The shop keeps only the record of its calls, which you see on this page.',
  },
  received: {
    isValid: false,
    outcome: 'waiting',
    title: 'Not confirmed yet',
    text: 'Your bank is waiting for your confirmation. Nothing can be read until then.',
  },
  partiallyAuthorised: {
    isValid: false,
    outcome: 'waiting',
    title: 'Another person must also confirm',
    text: 'One person has confirmed. Nothing can be read until the other one has.',
  },
  rejected: ended('Not connected', 'You refused at your bank, or the time to confirm was over. The shop has read nothing.'),
  revokedByPsu: ended('You withdrew the access', 'You ended it at your bank. The shop can read nothing any more.'),
  expired: ended(
    'This access has ended',
    'Its time is over, it was for one reading only, or a newer one took its place. The shop can read nothing any more.',
  ),
  terminatedByTpp: ended('Disconnected', 'The shop gave the access back. It can read nothing any more.'),
};

export function consentWords(status: string): ConsentWords {
  return WORDS[status] ?? ended('The bank’s answer is not clear', 'The bank gave a state that this shop does not know. Nothing is read.');
}
