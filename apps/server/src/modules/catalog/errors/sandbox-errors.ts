/** Refusals of the sandbox's calls, by operation. */
import type { ErrorRow } from '../operation.ts';
import { BODY_ERRORS, NEEDLESS_BODY_ERRORS, SERVICE_ERRORS, SERVICE_ERRORS_WITHOUT_BANK, TOKEN_ERRORS } from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [...TOKEN_ERRORS, ...SERVICE_ERRORS_WITHOUT_BANK];

export const SANDBOX_ERRORS = {
  getTestAccountList: [...TOKEN_ERRORS, ...SERVICE_ERRORS],
  resetSandbox: [...EVERY, ...NEEDLESS_BODY_ERRORS],
  getClientPayload: [...EVERY, { status: 400, code: 'FORMAT_ERROR', when: 'apiId is missing or comes twice' }],
  deleteClientPayload: [...EVERY, ...BODY_ERRORS],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
