/** Parts of the page that come when they are needed. One that does not arrive in time fails in its place, or into the crash view. */
import { CHUNK_LOAD_TIMEOUT_MS } from '@portico/contract/values';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadModule } from './load-module.ts';

export interface RetryProps {
  onRetry: () => void;
}

export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Starts the download before the part is needed, and resolves when there is nothing more to wait for. A failure shows itself when it really is needed. */
  readonly preload: () => Promise<void>;
}

/**
 * Not React's `lazy`: what that shows in the meantime stays for at least 300 ms, however soon the part comes, and parts follow each other.
 *
 * @param load imports the part and gives its component; called again after a failure
 * @param Meanwhile is shown until it has come, with the same properties
 * @param Missing is shown in its place when it did not come, so that what stands around it is not lost; without one the page crashes, as is right for
 * a part that the page is made of
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
