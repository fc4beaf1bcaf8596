/**
 * The h1 of a portal page. A page that arrives renames the document and takes the focus, as a page load would;
 * the very first one leaves the focus to the browser.
 */
import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react';
import { focusBehindDialog } from '../page/focus-behind-dialog.ts';

export interface PageHeadingSettings {
  productName: string;
  /** True once the visitor has gone from one route to another. */
  hasNavigated: () => boolean;
  /** Told the title of each page that arrives, for the breadcrumbs. */
  onTitle: (title: string) => void;
}

export const PageHeadingContext = createContext<PageHeadingSettings>({ productName: '', hasNavigated: () => false, onTitle: () => undefined });

/** @param documentTitle what stands before the product name; null for the product name alone */
export function PageHeading({
  title,
  documentTitle = title,
  className,
}: {
  title: string;
  documentTitle?: string | null;
  className?: string | undefined;
}) {
  const { productName, hasNavigated, onTitle } = use(PageHeadingContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = documentTitle === null ? productName : `${documentTitle} · ${productName}`;
  }, [documentTitle, productName]);
  // The context changes with the address: each page names itself.
  useEffect(() => onTitle(title), [onTitle, title]);
  useEffect(() => {
    if (hasNavigated() && heading.current !== null) focusBehindDialog(heading.current);
  }, [hasNavigated]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}
