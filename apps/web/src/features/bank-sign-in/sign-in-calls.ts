/** The calls of the sign-in page. They lie beneath the interaction's own address, because its cookie has that path. */
import type {
  CalculatorResponseBody,
  RolesToChoose,
  SignInChallenge,
  SignInDetails,
  SignInLocation,
  StartAuthenticationBody,
} from '@portico/contract';
import { isCompletedSignIn, isSignInChallenge, isSignInDetails, isSignInLocation } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError, isRecord } from '../../shared/api/api-error.ts';
import type { OwnEnd } from './sign-in-state.ts';

export interface SignInCalls {
  details(signal: AbortSignal): Promise<SignInDetails>;
  start(body: StartAuthenticationBody, signal: AbortSignal): Promise<SignInChallenge>;
  challenge(signal: AbortSignal): Promise<SignInChallenge>;
  /** What a calculator showed. */
  respond(body: CalculatorResponseBody): Promise<SignInChallenge>;
  /** Notifies the device instead of the link. */
  notify(): Promise<SignInChallenge>;
  /** Of a person with several roles: without one the roles, and nothing is completed. */
  complete(roleId: string | undefined, signal: AbortSignal): Promise<SignInLocation | RolesToChoose>;
  cancel(signal: AbortSignal): Promise<SignInLocation>;
}

export function createSignInCalls(api: ApiClient, id: string): SignInCalls {
  const path = `/bank/sign-in/${encodeURIComponent(id)}`;
  const base = 'root';
  return {
    details: (signal) => api.json({ base, path: `${path}/details`, signal }, isSignInDetails),
    start: (body, signal) => api.json({ base, path: `${path}/authentication`, method: 'POST', body, signal }, isSignInChallenge),
    challenge: (signal) => api.json({ base, path: `${path}/challenge`, signal }, isSignInChallenge),
    respond: (body) => api.json({ base, path: `${path}/response`, method: 'POST', body }, isSignInChallenge),
    notify: () => api.json({ base, path: `${path}/notification`, method: 'POST', body: {} }, isSignInChallenge),
    complete: (roleId, signal) =>
      roleId === undefined
        ? api.json({ base, path: `${path}/completion`, method: 'POST', signal }, isCompletedSignIn)
        : api.json({ base, path: `${path}/role`, method: 'POST', body: { roleId }, signal }, isCompletedSignIn),
    cancel: (signal) => api.json({ base, path, method: 'DELETE', signal }, isSignInLocation),
  };
}

/** What a 410 says to the browser that opened the sign-in; to others, nothing. */
export function ownEndOf(error: unknown): OwnEnd {
  const body = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  const { tppApplicationName, isSignedIn, continueTo } = body;
  return {
    isSignedIn: isSignedIn === true,
    ...(typeof tppApplicationName === 'string' && { backTo: tppApplicationName }),
    ...(typeof continueTo === 'string' && { continueTo }),
  };
}
