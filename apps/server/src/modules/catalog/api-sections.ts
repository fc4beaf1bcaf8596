/** Everything of our own that is documented, in the order in which it is shown. */
import type { Section } from './operation.ts';
import { FALLBACK_SECTIONS } from './operations/fallback.ts';
import { SANDBOX_MANAGEMENT } from './operations/sandbox-management.ts';
import { XS2A_SECTIONS } from './xs2a-operations.ts';

export const API_SECTIONS: readonly Section[] = [...XS2A_SECTIONS, SANDBOX_MANAGEMENT, ...FALLBACK_SECTIONS];
