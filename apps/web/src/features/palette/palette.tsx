/** A dialog that searches the portal: type, arrow keys, Enter (WAI-ARIA "Combobox" with a list of groups). */
import type { Menu } from '@portico/contract';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useScrim } from '../../shared/portal/use-scrim.ts';
import { Button } from '../../shared/ui/button.tsx';
import { excerptOf, Highlighted, startOf } from './highlighted.tsx';
import styles from './palette.module.css';
import { type PaletteEntry, paletteEntries } from './palette-entries.ts';
import { createPaletteSearch } from './palette-search.ts';
import { usePaletteSources } from './use-palette-sources.ts';

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Palette({ menu, onClose }: { menu: Menu; onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const scrim = useScrim(onClose);
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const { sources, isLoading, hasFailed, reload } = usePaletteSources(menu);
  const search = useMemo(() => createPaletteSearch(paletteEntries(sources)), [sources]);
  // Not deferred, because Enter must choose the result of the present words.
  const { groups, terms } = useMemo(() => search(words), [search, words]);
  const found = useMemo(() => groups.flatMap(({ entries }) => entries), [groups]);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const optionId = (place: number) => `${id}-${place}`;
  const moveTo = (place: number) => {
    setActive(place);
    document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' });
  };
  const go = (href: string) => {
    onClose();
    window.location.hash = href;
  };
  const chosen = found[active];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      moveTo((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      go(chosen.href);
    }
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label="Search" onClose={onClose} {...scrim}>
      <input
        type="text"
        role="combobox"
        className={styles.words}
        aria-label="Search the portal"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : optionId(active)}
        placeholder="Guides, codes, operations, parameters, pages"
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
        {groups.map(({ group, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box (WAI-ARIA)
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={styles.group} role="presentation">
              {group}
            </p>
            {entries.map((entry) => {
              const place = found.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
                <div
                  key={place}
                  id={optionId(place)}
                  role="option"
                  aria-selected={place === active}
                  className={styles.option}
                  // One row looks chosen: the pointer and the arrow keys move the same mark.
                  onPointerMove={() => setActive(place)}
                  onClick={() => go(entry.href)}
                >
                  <Option entry={entry} terms={terms} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {found.length > 0
          ? ''
          : isLoading
            ? 'Loading the texts to search.'
            : 'Nothing was found for these words. Search for a word, a code, a parameter or a path.'}
      </p>
      {hasFailed ? (
        <div className={styles.failure} role="alert">
          <p>Some texts could not be loaded, so the search is not complete.</p>
          <Button isDense onClick={reload}>
            Try again
          </Button>
        </div>
      ) : null}
    </dialog>
  );
}

function Option({ entry: { group, title, detail, text }, terms }: { entry: PaletteEntry; terms: ReadonlySet<string> }) {
  // Rows of one code differ by their text alone.
  const excerpt = excerptOf(text, terms) ?? (group === 'Codes' ? startOf(text) : undefined);
  return (
    <>
      <span>
        <Highlighted text={title} terms={terms} />
      </span>
      <span className="small muted">{detail}</span>
      {excerpt === undefined ? null : (
        <span className={styles.excerpt}>
          <Highlighted text={excerpt} terms={terms} />
        </span>
      )}
    </>
  );
}
