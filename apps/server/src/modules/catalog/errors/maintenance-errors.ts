/** Adds the maintenance error to the operations that maintenance closes; the server's own rule decides which these are. */
import { isClosedInMaintenance } from '#platform/http/closed-in-maintenance.ts';
import type { Section } from '../operation.ts';

const WHEN = 'the bank maintains its service: nothing was done, and Retry-After says when to come again';

/** @param code the error code of the interface */
export function withMaintenance(section: Section, code: 'SERVICE_UNAVAILABLE' | 'MAINTENANCE'): Section {
  return {
    ...section,
    operations: section.operations.map((operation) => ({
      ...operation,
      errors: isClosedInMaintenance(operation.method, operation.path) ? [...operation.errors, { status: 503, code, when: WHEN }] : operation.errors,
    })),
  };
}
