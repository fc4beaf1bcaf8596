/** The calls that all of the bank's own pages make: in, out, and is the customer still signed in. */
import type { BankVisit, OpenDoor, RolesToChoose, SignInLocation } from '@portico/contract';
import { isBankVisit, isRolesToChoose, isSignInLocation } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

export interface DoorCalls {
  signIn(body: OpenDoor): Promise<SignInLocation>;
  signOut(): Promise<void>;
  /** Reading it is no activity. */
  visit(signal: AbortSignal): Promise<BankVisit>;
  /** The customer is there. */
  stay(): Promise<BankVisit>;
  /** For whom this person may act. */
  roles(): Promise<RolesToChoose>;
  /** Another session, in this role, replaces the present one. */
  changeRole(roleId: string): Promise<void>;
}

export function createDoorCalls(api: ApiClient): DoorCalls {
  const session = { base: 'root', path: '/bank/session' } as const;
  return {
    signIn: (body) => api.json({ base: 'root', path: '/bank/sign-in', method: 'POST', body }, isSignInLocation),
    signOut: () => api.nothing({ ...session, method: 'DELETE' }),
    visit: (signal) => api.json({ ...session, signal }, isBankVisit),
    stay: () => api.json({ ...session, method: 'POST' }, isBankVisit),
    roles: () => api.json({ base: 'root', path: '/bank/session/roles' }, isRolesToChoose),
    changeRole: (roleId) => api.nothing({ base: 'root', path: '/bank/session/role', method: 'POST', body: { roleId } }),
  };
}
