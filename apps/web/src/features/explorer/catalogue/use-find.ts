/** The search words of a list of sections, and the operations that they find. The search code is loaded with the first word. */
import type { ExplorerIndex } from '@portico/contract';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { loadModule } from '../../../shared/page/load-module.ts';
import { type FoundOperation, operationsOf } from './found-operation.ts';

export interface Find {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** Without words all operations in the order of the catalogue; otherwise the best match first. */
  readonly found: readonly FoundOperation[];
  /** True when there are words and the search code is loaded. */
  readonly isSearch: boolean;
}

type Search = (words: string) => readonly FoundOperation[];

export function useFind(index: ExplorerIndex | undefined): Find {
  const [words, setWords] = useState('');
  const all = useMemo(() => operationsOf(index?.sections ?? []), [index]);
  const search = useSearch(all, words !== '');
  const settled = useDeferredValue(words);
  const isSearch = settled.trim() !== '' && search !== undefined;
  const found = useMemo(() => (isSearch ? search(settled) : all), [isSearch, search, settled, all]);
  return { words, setWords, found, isSearch };
}

/** The search code; if it cannot be loaded, the whole list stays. */
function useSearch(all: readonly FoundOperation[], isWanted: boolean): Search | undefined {
  const [search, setSearch] = useState<{ readonly of: readonly FoundOperation[]; readonly run: Search }>();
  const isMissing = isWanted && search?.of !== all;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isHere = true;
    const load = async () => {
      const { createOperationSearch } = await loadModule(() => import('./find-operations.ts'));
      if (isHere) setSearch({ of: all, run: createOperationSearch(all) });
    };
    load().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [isMissing, all]);
  return search?.of === all ? search.run : undefined;
}
