/** Every threat whose defence is proved. */
import { T1 } from './t01-open-redirect.ts';
import { T3 } from './t03-signing-ids.ts';
import type { Threat } from './threat.ts';

export const threats: readonly Threat[] = [T1, T3];
