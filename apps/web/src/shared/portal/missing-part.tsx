/** Replaces a part of the page that could not be loaded; typed values around it stay. */
import type { RetryProps } from '../page/lazy-component.tsx';
import { LoadFailure } from './load-failure.tsx';

const MISSING = { status: 0, message: 'This part of the page could not be loaded. Check your connection, then try again.' };

export function MissingPart({ onRetry }: RetryProps) {
  return <LoadFailure failure={MISSING} onRetry={onRetry} />;
}
