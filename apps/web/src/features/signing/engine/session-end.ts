/** How a session ended, as a 410 says it. What the server did not say, the page does not claim. */
import type { SigningEnd } from '@portico/contract';
import { BANK_COUNTRIES, NOT_PAID_REASONS, SIGNING_KINDS, SIGNING_OUTCOMES } from '@portico/contract/values';
import { isRecord } from '../../../shared/api/api-error.ts';

/** Undefined: the server named no end, or one that this page does not know. */
export function endOf(body: unknown): SigningEnd | undefined {
  if (!isRecord(body)) return undefined;
  const outcome = SIGNING_OUTCOMES.find((known) => known === body.outcome);
  const kind = SIGNING_KINDS.find((known) => known === body.kind);
  const bankCountry = BANK_COUNTRIES.find((known) => known === body.bankCountry);
  if (outcome === undefined || kind === undefined || bankCountry === undefined) return undefined;
  const notPaidReason = NOT_PAID_REASONS.find((known) => known === body.notPaidReason);
  return {
    outcome,
    kind,
    bankCountry,
    ...textsOf(body, ['endedAt', 'signedAt', 'status', 'receiptId']),
    ...(notPaidReason === undefined ? {} : { notPaidReason }),
    ...unpaidRunOf(body.unpaidRun),
  };
}

function unpaidRunOf(run: unknown): Pick<SigningEnd, 'unpaidRun'> {
  if (!isRecord(run)) return {};
  const { executionDate } = textsOf(run, ['executionDate']);
  const notPaidReason = NOT_PAID_REASONS.find((known) => known === run.notPaidReason);
  return executionDate === undefined || notPaidReason === undefined ? {} : { unpaidRun: { executionDate, notPaidReason } };
}

function textsOf<const Name extends string>(body: Record<string, unknown>, names: readonly Name[]): { [Member in Name]?: string } {
  const texts: { [Member in Name]?: string } = {};
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}
