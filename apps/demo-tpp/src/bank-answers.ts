/** The members of the bank's answers that the shop reads. Another party's answer is checked, never believed. */

export interface CreatedPayment {
  readonly paymentId: string;
  readonly scaRedirect: string;
}

export interface PaymentStatus {
  /** ISO 20022 code. */
  readonly transactionStatus: string;
  /** The bank's words for the customer. */
  readonly message: string | undefined;
  /** The bank's code of what went wrong, where it has no words for the customer. */
  readonly code: string | undefined;
}

export function readCreatedPayment(body: unknown): CreatedPayment | undefined {
  const paymentId = textAt(body, 'paymentId');
  const scaRedirect = textAt(memberOf(memberOf(body, '_links'), 'scaRedirect'), 'href');
  return paymentId === undefined || scaRedirect === undefined ? undefined : { paymentId, scaRedirect };
}

export function readPaymentStatus(body: unknown): PaymentStatus | undefined {
  const transactionStatus = textAt(body, 'transactionStatus');
  if (transactionStatus === undefined) return undefined;
  const message = textAt(body, 'psuMessage');
  return { transactionStatus, message, code: message === undefined ? codeOf(body) : undefined };
}

/** The bank's code of what went wrong, such as FUNDS_NOT_AVAILABLE. */
function codeOf(body: unknown): string | undefined {
  return textAt(firstOf(memberOf(body, 'tppMessages')), 'code');
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
}

export function textAt(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}

export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
