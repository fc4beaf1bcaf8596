/** The bank's status codes (ISO 20022) in the words of each kind of instruction. Only what the bank says counts. */
import type { StatusWords } from '../payment-words.ts';
import type { InstructionKind } from './instruction.ts';

export interface InstructionWords extends StatusWords {
  /** The bank may still cancel it; it has the last word. */
  readonly isOpen: boolean;
}

const open = (outcome: StatusWords['outcome'], title: string, text: string): InstructionWords => ({ outcome, title, text, isOpen: true });
const ended = (outcome: StatusWords['outcome'], title: string, text: string): InstructionWords => ({ outcome, title, text, isOpen: false });

const RECEIVED = open('waiting', 'Not signed yet', 'The bank is waiting for your signature. No money has moved.');
const SECOND = open(
  'waiting',
  'Additional signature(s) required',
  'One person has signed. Nothing is paid until the others have signed at the bank.',
);
const MOVING = (text: string) => ended('accepted', 'Payment under way', text);

/** The bank is executing what it has in these states: it refuses a cancellation. */
const ACCEPTED = 'ACCP ACFC ACWC PDNG';

/** What a status means, and the codes that mean it. */
type Rows = readonly (readonly [codes: string, words: InstructionWords])[];

const SUBSCRIPTION: Rows = [
  ['RCVD', RECEIVED],
  ['PATC', SECOND],
  [
    'ACTC ACCP ACFC ACWC PDNG ACSP',
    open('accepted', 'The subscription runs', 'Your bank pays on each day that you agreed to, until the end or until you cancel.'),
  ],
  ['ACSC ACCC', ended('paid', 'The subscription has ended', 'Its last day is over. No further payment is made.')],
  [
    'CANC',
    ended('notPaid', 'Cancelled', 'No new payment begins. A payment that the bank had already accepted is still made, and what was paid stays paid.'),
  ],
  ['RJCT', ended('notPaid', 'Not started', 'The subscription was not signed, or the bank refused it. Nothing is paid by it.')],
];

const LATER: Rows = [
  ['RCVD', RECEIVED],
  ['PATC', SECOND],
  ['ACTC', open('accepted', 'Will be paid', 'You signed. The bank pays on the day that you chose; until then you can cancel.')],
  [ACCEPTED, ended('accepted', 'Will be paid', 'You signed, and the bank has accepted the payment. It can no longer be cancelled.')],
  ['ACSP', MOVING('The bank is carrying out the payment.')],
  ['ACSC ACCC', ended('paid', 'Paid', 'The money is on its way out of your account for good. We send your books today.')],
  ['CANC', ended('notPaid', 'Cancelled', 'The payment was cancelled. No money has moved and nothing will be sent.')],
  ['RJCT', ended('notPaid', 'Not paid', 'The payment was not made. No money has moved and nothing will be sent. You can pay again.')],
];

const PAYROLL: Rows = [
  ['RCVD', RECEIVED],
  ['PATC', SECOND],
  ['ACTC', open('accepted', 'Will be paid', 'You signed. The bank pays all payees on the payday. Until then you can cancel it.')],
  [ACCEPTED, ended('accepted', 'Will be paid', 'It is signed, and the bank has accepted the payments. They can no longer be cancelled.')],
  ['ACSP', MOVING('The bank is paying. What became of each payment stands below.')],
  ['ACSC ACCC', ended('paid', 'Paid', 'The bank has carried out the payroll. What became of each payment stands below.')],
  ['PART', ended('waiting', 'Paid in part', 'Some payments were made and some were not: look at each below.')],
  ['CANC', ended('notPaid', 'Cancelled', 'This payroll has made no payments.')],
  ['RJCT', ended('notPaid', 'Not paid', 'No payment was made. The reason stands below each payment.')],
];

const WORDS: Readonly<Record<InstructionKind, ReadonlyMap<string, InstructionWords>>> = {
  subscription: byCode(SUBSCRIPTION),
  later: byCode(LATER),
  payroll: byCode(PAYROLL),
};

const UNKNOWN = open(
  'waiting',
  'The bank’s answer is not clear',
  'The bank gave a status this shop does not know. Look at your bank account before you order again.',
);

export function instructionWords(kind: InstructionKind, transactionStatus: string): InstructionWords {
  return WORDS[kind].get(transactionStatus) ?? UNKNOWN;
}

const PART_WORDS = byCode([
  ['RCVD PATC', 'not signed yet'],
  ['ACTC ACCP ACFC ACWC PDNG', 'to be paid'],
  ['ACSP', 'under way'],
  ['ACSC ACCC ACWP', 'paid'],
  ['RJCT', 'not paid'],
  ['CANC', 'cancelled'],
]);

/** One run, or one payment of a payroll. */
export function partWords(transactionStatus: string): string {
  return PART_WORDS.get(transactionStatus) ?? 'not clear: ask your bank';
}

function byCode<Words>(rows: readonly (readonly [codes: string, words: Words])[]): ReadonlyMap<string, Words> {
  return new Map(rows.flatMap(([codes, words]) => codes.split(' ').map((code) => [code, words] as const)));
}
