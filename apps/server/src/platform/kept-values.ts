/** Keeps values that are expensive to make from what a caller sends: keys and certificates. */

/** Bounded, because callers choose the names; the oldest leaves first. A computation that throws is not kept. */
export function keepValues<Value>(max: number, make: (name: string) => Value): (name: string) => Value {
  const kept = new Map<string, Value>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    kept.set(name, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= max) break;
      kept.delete(oldest);
    }
    return made;
  };
}
