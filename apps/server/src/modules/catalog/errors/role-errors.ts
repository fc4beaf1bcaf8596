/** Adds the error about a missing role to the operations that need one; the server's own rule decides which these are. */
import { rolesOfCall } from '#platform/http/roles-of-call.ts';
import type { ErrorRow, Section } from '../operation.ts';

const WHEN = 'the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it';

/** By interface. */
const ROWS = {
  xs2a: { status: 401, code: 'ROLE_INVALID', when: WHEN },
  fallback: { status: 403, code: 'ROLE_INVALID', when: WHEN },
} as const satisfies Readonly<Record<string, ErrorRow>>;

/** The row comes after the errors about the caller's credentials. */
const CREDENTIAL_CODES: readonly string[] = ['TOKEN_EXPIRED', 'CREDENTIALS_WRONG', 'CERTIFICATE_BLOCKED'];

export function withRoles(section: Section, wire: keyof typeof ROWS): Section {
  return {
    ...section,
    operations: section.operations.map((operation) => {
      if (rolesOfCall(operation.method, operation.path) === undefined) return operation;
      const place = operation.errors.findLastIndex(({ code }) => CREDENTIAL_CODES.includes(code)) + 1;
      return { ...operation, errors: operation.errors.toSpliced(place, 0, ROWS[wire]) };
    }),
  };
}
