/** A dialog that finds pages and operations: type, arrow keys, Enter (WAI-ARIA "Combobox" with a list). */
import type { ExplorerIndex, Menu, NewsItem } from '@portico/contract';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isExplorerIndex } from '../../shared/api/answers.ts';
import { contentCall } from '../../shared/content/content-call.ts';
import { isNewsList } from '../../shared/content/content-checks.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import styles from './palette.module.css';
import { createPaletteSearch, paletteEntries } from './palette-entries.ts';

/** Entries in the list; further letters narrow the search. */
const SHOWN_MAX = 12;
const KEY_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** The menu's entry for the fallback list (specification §2). */
const FALLBACK_URL = '/fallback-explorer';

export function Palette({ menu, onClose }: { menu: Menu; onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const indexes = useIndexes(menu);
  const news = useNews(menu);
  const search = useMemo(() => createPaletteSearch(paletteEntries(menu, indexes, news)), [menu, indexes, news]);
  // Not deferred, because Enter must choose the result of the present words.
  const found = useMemo(() => search(words).slice(0, SHOWN_MAX), [search, words]);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const go = (href: string) => {
    onClose();
    window.location.hash = href;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((place) => (place + step + found.length) % found.length);
    }
    const chosen = found[active];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      go(chosen.href);
    }
  };
  const chosen = found[active];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use Esc, which the dialog handles
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <input
        type="text"
        role="combobox"
        className={styles.words}
        aria-label="Page or operation"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.href}`}
        placeholder="Page or operation"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.target.value);
          setActive(0);
        }}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Found" className={styles.list}>
        {found.map(({ href, title, detail }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          <div key={href} id={`${id}-${href}`} role="option" aria-selected={place === active} className={styles.option} onClick={() => go(href)}>
            <span>{title}</span>
            <span className="small muted">{detail}</span>
          </div>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {found.length === 0 ? 'Nothing holds these words.' : ''}
      </p>
    </dialog>
  );
}

/** The indexes of every explorer in the menu; pages are found before the indexes have loaded. */
function useIndexes(menu: Menu): ReadonlyMap<string, ExplorerIndex> {
  const { api } = useExtra();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const urls = menu.main.filter(({ component }) => component === 'ApiExplorerPage').map(({ pageUrl }) => pageUrl);
      const read = async (url: string) => {
        const list = url === FALLBACK_URL ? 'fallback' : 'main';
        return [url, await api.json({ path: '/specs/index', query: { list }, signal }, isExplorerIndex)] as const;
      };
      return new Map(await Promise.all(urls.map(read)));
    },
    [api, menu],
  );
  const { value } = useLoaded(load);
  return useMemo(() => value ?? new Map(), [value]);
}

const NONE: readonly NewsItem[] = [];

/** The news for the search; missing if they cannot be loaded. */
function useNews(menu: Menu): readonly NewsItem[] {
  const { api } = useExtra();
  const hasNews = menu.main.some(({ component }) => component === 'NewsPage');
  const load = useCallback(
    async (signal: AbortSignal) => (hasNews ? api.json(contentCall('/dev-portal-news', signal), isNewsList) : []),
    [api, hasNews],
  );
  return useLoaded(load).value ?? NONE;
}
