/** Returns a function that creates the value at its first call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a function that creates the value again when its source has changed. */
export function oncePer<Value>(source: () => unknown, make: () => Value): () => Value {
  let made: { readonly of: unknown; readonly value: Value } | undefined;
  return () => {
    const now = source();
    if (made === undefined || made.of !== now) made = { of: now, value: make() };
    return made.value;
  };
}
