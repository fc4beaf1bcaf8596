/** Recorded answers of the sign-in calls, with the fields that a test changes. */
import type { SignInDetails } from '@portico/contract';
import details from '@portico/contract/recorded/sign-in-details';
import { recordedBody } from '../../../shared/api/fake-server.ts';
import { isSignInDetails } from '../sign-in-calls.ts';

export function signInDetails(changes: Partial<SignInDetails> = {}): SignInDetails {
  return { ...recordedBody(details, isSignInDetails), ...changes };
}
