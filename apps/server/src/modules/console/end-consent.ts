/** An operator ends one valid consent with a reason. The end and its entry in the audit log commit together. */
import type { ConsoleEndConsentBody, ConsoleEndedConsent } from '@portico/contract';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { ConsoleServices } from './console-services.ts';
import { findTrail } from './find-trail.ts';
import { entryOf } from './record-act.ts';
import { requireWords } from './require-words.ts';
import type { Operator } from './session-store.ts';

const NOTHING_DONE = 'Nothing was changed.';

/** @throws UiRefusal 400 FORMAT_ERROR; 404 NOT_FOUND; 409 PAGE_STALE: the consent is not valid, for example because its customer has withdrawn it. */
export async function endConsent(
  { platform, access }: Pick<ConsoleServices, 'platform' | 'access'>,
  operator: Operator,
  { consentId, reason, words }: ConsoleEndConsentBody,
): Promise<ConsoleEndedConsent> {
  requireWords(words, NOTHING_DONE);
  const unknown = new UiRefusal(404, 'NOT_FOUND', `There is no consent ${consentId}. ${NOTHING_DONE}`);
  const { entries } = await findTrail(platform.db, consentId);
  const sandboxId = entries.find(({ chain }) => chain === `consent:${consentId}`)?.sandboxId;
  if (sandboxId === undefined) throw unknown;
  return platform.write(async (context) => {
    const end = await access.consents.endByBank(context, { sandboxId, consentId });
    if (end === undefined) throw unknown;
    const { hasEnded, status } = end;
    if (!hasEnded) throw new UiRefusal(409, 'PAGE_STALE', `The consent is not valid: its status is ${status}. ${NOTHING_DONE}`);
    await context.audit(entryOf(operator, { name: 'consent-ended', ids: { about: consentId, reason }, content: { words } }));
    return { status };
  });
}
