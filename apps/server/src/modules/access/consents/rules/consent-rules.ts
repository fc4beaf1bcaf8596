/** The rules of a consent request, in the order of their checks. The first violation is returned. */
import type { ConsentRequest } from '@portico/contract';
import { CONSENT_FREQUENCY_MAX } from '@portico/contract/values';
import { isIsoDate } from '@portico/primitives';
import { TppRefusal } from '#platform/http/refusal.ts';
import { accessHasOneForm, accessIsOffered, accountsComeOnce, ibansAreValid, listsAreAllEmptyOrNone } from './access-rules.ts';
import { breach, type ConsentRule, type RuleBreach } from './consent-rule.ts';

const dateExists: ConsentRule = ({ validUntil }) =>
  isIsoDate(validUntil) ? undefined : breach('FORMAT_ERROR', 'validUntil', 'This date does not exist. Send a calendar date as YYYY-MM-DD.');

const frequencyIsInRange: ConsentRule = ({ frequencyPerDay }) =>
  frequencyPerDay >= 1 && frequencyPerDay <= CONSENT_FREQUENCY_MAX
    ? undefined
    : breach('FORMAT_ERROR', 'frequencyPerDay', `Accepted: 1 to ${CONSENT_FREQUENCY_MAX}.`);

const oneOffReadsOnce: ConsentRule = ({ recurringIndicator, frequencyPerDay }) =>
  recurringIndicator || frequencyPerDay === 1
    ? undefined
    : breach('PARAMETER_NOT_CONSISTENT', 'frequencyPerDay', 'A consent that is not recurring is for one reading. Send frequencyPerDay 1.');

const sessionsStandAlone: ConsentRule = ({ combinedServiceIndicator }) =>
  combinedServiceIndicator
    ? breach('SESSIONS_NOT_SUPPORTED', 'combinedServiceIndicator', 'A payment in the same session is not offered. Send false.')
    : undefined;

const RULES: readonly ConsentRule[] = [
  accessIsOffered,
  accessHasOneForm,
  listsAreAllEmptyOrNone,
  ibansAreValid,
  accountsComeOnce,
  dateExists,
  frequencyIsInRange,
  oneOffReadsOnce,
  sessionsStandAlone,
];

/** @throws TppRefusal 400 with the path of the invalid value. */
export function requireRules(request: ConsentRequest): void {
  for (const rule of RULES) requireNoBreach(rule(request));
}

/** @throws TppRefusal 400. */
export function requireNoBreach(found: RuleBreach | undefined): void {
  if (found !== undefined) throw new TppRefusal(400, found.code, found.text, { path: found.path });
}
