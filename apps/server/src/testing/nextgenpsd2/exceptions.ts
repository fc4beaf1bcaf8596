/** Where our answers differ from the standard's schemas, by the words of `standardFindings`. One that is no longer needed fails. */

export interface StandardException {
  readonly answer: string;
  readonly finding: string;
  readonly why: string;
}

export const STANDARD_EXCEPTIONS: readonly StandardException[] = [
  {
    answer: 'paymentInformation',
    finding: '/ must have required properties debtorAccount',
    why: 'The customer chooses the account at the bank: having to type an IBAN is a named obstacle. Absent until signed.',
  },
  { answer: 'paymentInformation', finding: '/creditorType is unknown to the standard', why: 'The bank’s own member: the kind of beneficiary.' },
  {
    answer: 'paymentInformation',
    finding: '/retryAsSepa is unknown to the standard',
    why: 'The bank’s own member: an instant payment that cannot be done may run as an ordinary one.',
  },
  {
    answer: 'periodicPaymentInformation',
    finding: '/instructionIdentification is unknown to the standard',
    why: 'Of a single payment it is the standard’s; each run is one.',
  },
  {
    answer: 'periodicPaymentInformation',
    finding: '/creditorType is unknown to the standard',
    why: 'The bank’s own member: the kind of beneficiary.',
  },
  {
    answer: 'periodicPaymentInformation',
    finding: '/nextExecutionDate is unknown to the standard',
    why: 'The bank’s own member: when it runs next.',
  },
  {
    answer: 'periodicPaymentInformation',
    finding: '/executions is unknown to the standard',
    why: 'The bank’s own member: what became of the latest runs, each a payment with an id.',
  },
  {
    answer: 'bulkPaymentInformation',
    finding: '/payments/0/creditorType is unknown to the standard',
    why: 'The bank’s own member: the kind of beneficiary.',
  },
  {
    answer: 'bulkPaymentInformation',
    finding: '/payments/0/transactionStatus is unknown to the standard',
    why: 'The bank’s own member: which items were paid, which not.',
  },
  {
    answer: 'paymentStatus',
    finding: '/tppMessages/0/code must be equal to one of the allowed values',
    why: 'The file gives `code` the list of categories (ERROR, WARNING); the text of the standard, §14.11, means its codes.',
  },
];
