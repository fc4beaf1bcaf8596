/** Made when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Made again when what it is made of is another value. */
export function oncePer<Value>(source: () => unknown, make: () => Value): () => Value {
  let made: { readonly of: unknown; readonly value: Value } | undefined;
  return () => {
    const now = source();
    if (made === undefined || made.of !== now) made = { of: now, value: make() };
    return made.value;
  };
}
