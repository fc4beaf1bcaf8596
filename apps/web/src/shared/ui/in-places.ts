/** Lists whose parts never move (the digits of one code, the columns of one bar): the place is the identity. */
export interface Placed<Item> {
  readonly key: string;
  readonly place: number;
  readonly item: Item;
}

/** Gives every item a React key that says its place. */
export function inPlaces<Item>(items: Iterable<Item>): Placed<Item>[] {
  return Array.from(items, (item, place) => ({ key: `place-${place}`, place, item }));
}

/** `count` empty places. */
export function places(count: number): Placed<undefined>[] {
  return inPlaces(Array.from({ length: count }, () => undefined));
}
