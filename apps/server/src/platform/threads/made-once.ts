/**
 * Caches expensive results. Equal orders are executed once, also while the first is running. The cache is limited by bytes and removes the least
 * recently used result.
 */

export interface MadeOnce {
  /** @param key determines the content: equal keys mean equal bytes. */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

export function createMadeOnce(bytesMax: number): MadeOnce {
  const kept = new Map<string, Uint8Array>();
  const making = new Map<string, Promise<Uint8Array>>();
  let bytes = 0;

  function keep(key: string, made: Uint8Array): void {
    if (made.byteLength > bytesMax) return;
    kept.set(key, made);
    bytes += made.byteLength;
    for (const [oldest, other] of kept) {
      if (bytes <= bytesMax) return;
      kept.delete(oldest);
      bytes -= other.byteLength;
    }
  }

  return {
    async get(key, make) {
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const running = making.get(key);
      if (running !== undefined) return running;
      const made = make();
      making.set(key, made);
      try {
        const content = await made;
        keep(key, content);
        return content;
      } finally {
        making.delete(key);
      }
    },
  };
}
