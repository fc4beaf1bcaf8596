/** The bank's status codes (ISO 20022) in the words of a shop. Only what the bank says counts, never the address a browser came back to. */

type Outcome = 'paid' | 'accepted' | 'waiting' | 'notPaid';

export interface StatusWords {
  readonly outcome: Outcome;
  readonly title: string;
  readonly text: string;
}

const PAID: StatusWords = { outcome: 'paid', title: 'Paid', text: 'The money is on its way out of your account for good. We send your books today.' };
const ACCEPTED: StatusWords = {
  outcome: 'accepted',
  title: 'Approved, payment under way',
  text: 'You approved the payment and the bank will carry it out. We send your books as soon as it is done.',
};
const WAITING: StatusWords = {
  outcome: 'waiting',
  title: 'Not paid yet',
  text: 'The bank is waiting for your approval. No money has moved.',
};
const NOT_PAID: StatusWords = {
  outcome: 'notPaid',
  title: 'Not paid',
  text: 'The payment was not made. No money has moved and nothing will be sent. You can pay again.',
};

const WORDS: Readonly<Record<string, StatusWords>> = {
  ACSC: PAID,
  ACCC: { ...PAID, text: 'The money has arrived in our account. We send your books today.' },
  ACSP: ACCEPTED,
  ACTC: ACCEPTED,
  ACCP: ACCEPTED,
  ACFC: ACCEPTED,
  ACWC: ACCEPTED,
  ACWP: ACCEPTED,
  PDNG: ACCEPTED,
  RCVD: WAITING,
  PATC: {
    ...WAITING,
    title: 'Additional signature(s) required',
    text: 'One person has approved the payment, another one still has to. No money has moved.',
  },
  RJCT: NOT_PAID,
  CANC: { ...NOT_PAID, text: 'The payment was cancelled. No money has moved and nothing will be sent.' },
  BLCK: { ...NOT_PAID, text: 'The bank holds the payment back. Ask your bank before you pay again.' },
};

export function statusWords(transactionStatus: string): StatusWords {
  return (
    WORDS[transactionStatus] ?? {
      outcome: 'waiting',
      title: 'The bank’s answer is not clear',
      text: 'The bank gave a status this shop does not know. Do not pay again; look at your bank account first.',
    }
  );
}
