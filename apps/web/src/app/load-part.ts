/** Parts of the page that come when they are needed. One that does not arrive in time fails into the crash view. */
import { CHUNK_LOAD_TIMEOUT_MS } from '@portico/contract/values';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** @param load imports the part and gives its component */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await withinTime(load()) }));
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
