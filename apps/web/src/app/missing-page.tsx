/** Replaces a page that could not be loaded; header and menu stay. */
import { useState } from 'react';
import type { RetryProps } from '../shared/page/lazy-component.tsx';
import { MissingPart } from '../shared/portal/missing-part.tsx';
import { PageHeading } from '../shared/portal/page-heading.tsx';

export function MissingPage({ title, onRetry }: RetryProps & { title: string }) {
  // A failed import is cached for the document (`load-module.ts`), so only a reload can repeat it; this page has no state to lose.
  const [wasOffline] = useState(() => !navigator.onLine);
  return (
    <div className="stack">
      <PageHeading title={title} />
      <MissingPart onRetry={wasOffline ? onRetry : () => window.location.reload()} />
    </div>
  );
}
