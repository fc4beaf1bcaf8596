/** The members of the bank's answers about an instruction that the shop reads. Another party's answer is checked, never believed. */
import { memberOf, type PaymentStatus, readPaymentStatus, textAt } from '../bank-answers.ts';
import { reasonWords } from '../reason-words.ts';

/** One run of a subscription, or one payment of a payroll. */
export interface Part {
  /** ISO 20022 code. */
  readonly transactionStatus: string;
  /** `YYYY-MM-DD`; of a run. */
  readonly executionDate: string | undefined;
  /** Why it was rejected, in words for customers. */
  readonly reason: string | undefined;
}

export interface InstructionState extends PaymentStatus {
  /** Of a subscription, while there is a next run. */
  readonly nextExecutionDate: string | undefined;
  /** Of a subscription its latest runs, the last one first; of a payroll its payments in the order sent. */
  readonly parts: readonly Part[];
}

/** @param list the member that holds the parts. Undefined where one of them cannot be read: a part of the truth about money would be a lie. */
export function readInstruction(body: unknown, list: 'executions' | 'payments'): Omit<InstructionState, 'message' | 'code'> | undefined {
  const transactionStatus = textAt(body, 'transactionStatus');
  const entries = memberOf(body, list);
  if (transactionStatus === undefined || !Array.isArray(entries)) return undefined;
  const parts = entries.flatMap((entry: unknown) => readPart(entry) ?? []);
  if (parts.length !== entries.length) return undefined;
  return { transactionStatus, nextExecutionDate: textAt(body, 'nextExecutionDate'), parts };
}

function readPart(entry: unknown): Part | undefined {
  const status = readPaymentStatus(entry);
  if (status === undefined) return undefined;
  const { transactionStatus, message, code } = status;
  return {
    transactionStatus,
    executionDate: textAt(entry, 'executionDate'),
    reason: message ?? (code === undefined ? undefined : reasonWords(code)),
  };
}

/** Of a cancellation that the customer must approve (202). */
export function readScaRedirect(body: unknown): string | undefined {
  return textAt(memberOf(memberOf(body, '_links'), 'scaRedirect'), 'href');
}
