/** The changes of the sections that a server offers. Its index filters by registered routes; mails are written where no route is known. */
import type { ApiChange } from '@portico/contract';
import { API_CHANGES } from './changes.ts';
import { FALLBACK_SECTIONS } from './operations/fallback.ts';
import { SANDBOX_MANAGEMENT } from './operations/sandbox-management.ts';

const OF_SANDBOX: ReadonlySet<string> = new Set(['sandbox', SANDBOX_MANAGEMENT.apiId, ...FALLBACK_SECTIONS.map(({ apiId }) => apiId)]);

/** Newest first. Without the sandbox bank a server has neither a sandbox nor the fallback interface. */
export function listChanges({ hasSandbox }: { readonly hasSandbox: boolean }): readonly ApiChange[] {
  return hasSandbox ? API_CHANGES : API_CHANGES.filter(({ apiId }) => !OF_SANDBOX.has(apiId));
}
