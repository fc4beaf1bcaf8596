/** The authentication methods as data: what the customer calls them, what they need, and how their control code comes about. */
import type { AuthMethod } from '@portico/contract';
import { mobileIdControlCode, smartIdControlCode } from './control-code.ts';

/** What a method must know of the customer before it can reach the device. */
type IdentityField = 'nationalIdentityNumber' | 'phoneNumber';

interface ScaMethod {
  readonly name: string;
  readonly asksFor: readonly IdentityField[];
  readonly controlCode: (contentHash: string) => string;
}

const METHODS: Readonly<Partial<Record<AuthMethod, ScaMethod>>> = {
  SMART_ID: { name: 'Smart-ID', asksFor: ['nationalIdentityNumber'], controlCode: smartIdControlCode },
  MOBILE_ID: { name: 'Mobile-ID', asksFor: ['nationalIdentityNumber', 'phoneNumber'], controlCode: mobileIdControlCode },
};

/** What the sign-in page asks for today. A method that needs more is not offered. */
const ASKED: ReadonlySet<IdentityField> = new Set<IdentityField>(['nationalIdentityNumber']);

/** The method when it is offered, else undefined. */
export function findMethod(method: AuthMethod): ScaMethod | undefined {
  const found = METHODS[method];
  return found?.asksFor.every((field) => ASKED.has(field)) ? found : undefined;
}

export function isOffered(method: AuthMethod): boolean {
  return findMethod(method) !== undefined;
}
