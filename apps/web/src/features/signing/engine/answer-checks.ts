/** What an answer must have before the page shows it. The server checked the rest against the contract on its way out. */
import type { Account, AccountBalance, ActivityResult, DebtorDetails, PaymentFee, SigningChallenge } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import type { SigningResult, SigningSession } from './signing-session.ts';

export function isSession(value: unknown): value is SigningSession {
  return isRecord(value) && typeof value.signingId === 'string' && isRecord(value.details) && isRecord(value.timeLeft);
}

export function isAccountList(value: unknown): value is Account[] {
  return Array.isArray(value) && value.every((account) => isRecord(account) && typeof account.iban === 'string');
}

export function isBalance(value: unknown): value is AccountBalance {
  return isRecord(value) && isRecord(value.balanceAmount) && typeof value.balanceAmount.amount === 'string';
}

export function isFee(value: unknown): value is PaymentFee {
  return isRecord(value) && typeof value.sum === 'string' && typeof value.crcCode === 'string';
}

export function isDebtorDetails(value: unknown): value is DebtorDetails {
  return isRecord(value);
}

export function isChallenge(value: unknown): value is SigningChallenge {
  return isRecord(value) && typeof value.state === 'string';
}

export function isResult(value: unknown): value is SigningResult {
  return isRecord(value) && [value.transactionStatus, value.consentStatus, value.statementStatus].some((status) => typeof status === 'string');
}

export function isActivity(value: unknown): value is ActivityResult {
  return isRecord(value) && isRecord(value.timeLeft) && typeof value.timeLeft.idleSeconds === 'number';
}
