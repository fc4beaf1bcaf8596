/** The search of a list of sections, and the words typed into it. */
import type { ExplorerIndex } from '@portico/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { createOperationSearch, type FoundOperation } from './find-operations.ts';

export interface Find {
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly found: readonly FoundOperation[];
}

export function useFind(index: ExplorerIndex | undefined): Find {
  const [words, setWords] = useState('');
  const search = useMemo(() => createOperationSearch(index?.sections ?? []), [index]);
  const settled = useDeferredValue(words);
  const found = useMemo(() => search(settled), [search, settled]);
  return { words, setWords, found };
}
