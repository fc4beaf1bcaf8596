/** Recorded answers of the sign-in calls, with the fields that a test changes. */
import type { SignInDetails } from '@portico/contract';
import details from '@portico/contract/recorded/sign-in-details';
import { isSignInDetails } from '../../../shared/api/answers.ts';
import { recordedBody } from '../../../shared/api/fake-server.ts';

export function signInDetails(changes: Partial<SignInDetails> = {}): SignInDetails {
  return { ...recordedBody(details, isSignInDetails), ...changes };
}
