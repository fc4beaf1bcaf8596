/** Components that are loaded on demand. If loading fails, the component shows an error in its place, or the crash view. */
import { CHUNK_LOAD_TIMEOUT_MS } from '@portico/contract/values';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadModule } from './load-module.ts';

export interface RetryProps {
  onRetry: () => void;
}

export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Starts loading early, and resolves when loading has ended. A failure appears only when the component is rendered. */
  readonly preload: () => Promise<void>;
}

/**
 * Not React's `lazy`, whose fallback stays for at least 300 ms even if the component loads sooner, and which loads nested components one after
 * another.
 *
 * @param load imports the component; called again after a failure
 * @param Meanwhile is rendered until the component has loaded, with the same properties
 * @param Missing is rendered in its place when loading failed, so that the content around it stays; without it the page shows the crash view, as is
 * right for a part that the whole page consists of
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
  Missing?: ComponentType<Props & RetryProps>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const start = () => {
    loading ??= withinTime(loadModule(load)).then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Part(props: Props) {
    const [Component, setComponent] = useState(() => Loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Component !== undefined || failure !== undefined) return undefined;
      let isHere = true;
      start().then(
        () => isHere && setComponent(() => Loaded),
        (error: unknown) => isHere && setFailure({ error }),
      );
      return () => {
        isHere = false;
      };
    }, [Component, failure]);
    if (failure !== undefined) {
      if (Missing === undefined) throw failure.error;
      return <Missing {...props} onRetry={() => setFailure(undefined)} />;
    }
    return Component === undefined ? <Meanwhile {...props} /> : <Component {...props} />;
  }
  return Object.assign(Part, { preload: () => start().catch(() => undefined) });
}

function Nothing() {
  return null;
}

async function withinTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`a part of the page did not arrive within ${CHUNK_LOAD_TIMEOUT_MS} ms`)), CHUNK_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
