/**
 * HTML of a content system, drawn as elements of the allow-list (`@portico/contract/html`). The browser's parser never sees it, so the
 * content policy needs no exception.
 */
import { type HtmlNode, readHtml } from '@portico/contract/html';
import { createElement, type ReactNode, useMemo } from 'react';
import { inPlaces } from '../ui/in-places.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import styles from './html-view.module.css';

export function HtmlView({ html }: { html: string }) {
  const nodes = useMemo(() => readHtml(html), [html]);
  return <div className={styles.html}>{nodes.length === 0 ? null : drawn(nodes)}</div>;
}

function drawn(nodes: readonly HtmlNode[]): ReactNode {
  return inPlaces(nodes).map(({ key, item }) => {
    if (typeof item === 'string') return item;
    const { tag, href, children } = item;
    // A long line of code scrolls; the keyboard must reach it.
    if (tag === 'pre') return createElement(ScrollRegion, { key, as: 'pre', label: 'Code' }, drawn(children));
    const link = href === undefined ? {} : { href, rel: 'noopener noreferrer' };
    return createElement(tag, { key, ...link }, children.length === 0 ? undefined : drawn(children));
  });
}
