/** Who looked at a payment, a consent or a provider in the console, from the audit log. */
import type { ConsoleLook } from '@portico/contract';
import { CONSOLE_FIELDS, CONSOLE_REASONS } from '@portico/contract/values';
import { readActsOn } from '#modules/audit/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { OPERATORS_CHAIN } from './record-act.ts';

const LOOKS = ['console.found', 'console.shown', 'console.provider-read'];
const LISTED_MAX = 20;

/** Newest first, at most 20. @param ids of the payment or consent, and of what belongs to its history */
export async function listLooks(reader: Reader, ids: readonly string[]): Promise<ConsoleLook[]> {
  const found = await readActsOn(reader, { chain: OPERATORS_CHAIN, about: ids, events: LOOKS, limit: LISTED_MAX });
  return found.map(({ position, recordedAt, ids: { operator = '', fields, reason } }) => {
    const known = CONSOLE_REASONS.find((each) => each === reason);
    const shown = fields?.split(' ');
    return {
      position,
      at: recordedAt.toISOString(),
      operator,
      ...(shown === undefined ? {} : { shown: CONSOLE_FIELDS.filter((field) => shown.includes(field)) }),
      ...(known === undefined ? {} : { reason: known }),
    };
  });
}
