/** The count of changes to another application. What is read about one application is read again with each. */
import { useAppSelector } from '../store/hooks.ts';
import type { AuthRoot } from './auth-slice.ts';

export function useChoice(): number {
  return useAppSelector((state: Partial<AuthRoot>) => state.auth?.choice ?? 0);
}
