/** A missing role is a refusal of every call that a role is needed for: which calls these are, the server itself decides call by call. */
import { rolesOfCall } from '#platform/http/roles-of-call.ts';
import type { ErrorRow, Section } from '../operation.ts';

const WHEN = 'the bank admitted the application without the role that this call needs; the text names it';

/** As each interface has it. */
const ROWS = {
  xs2a: { status: 401, code: 'ROLE_INVALID', when: WHEN },
  fallback: { status: 403, code: 'ROLE_INVALID', when: WHEN },
} as const satisfies Readonly<Record<string, ErrorRow>>;

/** The row follows what is said of the caller's credentials. */
export function withRoles(section: Section, wire: keyof typeof ROWS): Section {
  return {
    ...section,
    operations: section.operations.map((operation) => {
      if (rolesOfCall(operation.method, operation.path) === undefined) return operation;
      const place = operation.errors.findLastIndex(({ code }) => code === 'TOKEN_EXPIRED' || code === 'CREDENTIALS_WRONG') + 1;
      return { ...operation, errors: operation.errors.toSpliced(place, 0, ROWS[wire]) };
    }),
  };
}
