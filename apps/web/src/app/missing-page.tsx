/** In the place of a page that did not come: header, menu and the way back stay. */
import { useState } from 'react';
import type { RetryProps } from '../shared/page/lazy-component.tsx';
import { MissingPart } from '../shared/portal/missing-part.tsx';
import { PageHeading } from '../shared/portal/page-heading.tsx';

export function MissingPage({ title, onRetry }: RetryProps & { title: string }) {
  // A part that was asked for with a connection and failed never comes in this document (`load-module.ts`), and here is nothing to lose by another one.
  const [wasOffline] = useState(() => !navigator.onLine);
  return (
    <div className="stack">
      <PageHeading title={title} />
      <MissingPart onRetry={wasOffline ? onRetry : () => window.location.reload()} />
    </div>
  );
}
