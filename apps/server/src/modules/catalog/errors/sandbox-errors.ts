/** Refusals of the sandbox's calls, by operation. */
import type { ErrorRow } from '../operation.ts';
import { BODY_ERRORS, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [...TOKEN_ERRORS, ...SERVICE_ERRORS];

export const SANDBOX_ERRORS = {
  getTestAccountList: EVERY,
  resetSandbox: EVERY,
  getClientPayload: [...EVERY, { status: 400, code: 'FORMAT_ERROR', when: 'apiId is missing or not the id of a section' }],
  deleteClientPayload: [...EVERY, ...BODY_ERRORS],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
