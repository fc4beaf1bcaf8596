/** A session that was refused or expired signs nothing any more. */
import { terminated } from '../session/refusals.ts';
import { GO_ON, type SubmitCheck } from './attempt.ts';

export const refuseEnded: SubmitCheck = async (_deps, { session }) => {
  if (session.state === 'refused' || session.state === 'expired') throw terminated(session);
  return GO_ON;
};
