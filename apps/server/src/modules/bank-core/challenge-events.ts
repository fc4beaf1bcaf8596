/** The states that a core reports, as events of a challenge. */
import type { ChallengeEvent } from '#modules/sca/index.ts';

export const EVENTS: Readonly<Record<'approved' | 'refused' | 'wrongCode' | 'timedOut' | 'unreachable', ChallengeEvent>> = {
  approved: 'approve',
  refused: 'refuse',
  wrongCode: 'wrongCode',
  timedOut: 'timeOut',
  unreachable: 'unreachable',
};
