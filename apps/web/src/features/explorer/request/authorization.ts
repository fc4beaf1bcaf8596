/** Operations that navigate the browser to the bank: the page unloads, and the browser returns to the `authCode` dialog. */
import type { OperationBrief } from '@portico/contract';
import type { BrowserStorage } from '../../../shared/storage/browser-storage.ts';

/** The section whose operations are addresses for the customer's browser. */
const LOGIN_API = 'login';

export function isAuthorization({ apiId, method }: Pick<OperationBrief, 'apiId' | 'method'>): boolean {
  return apiId === LOGIN_API && method === 'GET';
}

/** Stored in session storage, so that the page after the return knows where the visitor came from. */
export function rememberAuthorization(storage: Pick<BrowserStorage, 'authorization'>, path: string, state: string | undefined): void {
  storage.authorization.write(JSON.stringify({ path, state }));
}
