/**
 * Checks that an answer has what a page cannot do without. The server has validated the answer against the whole contract. A page asks for less:
 * a server of the next version may answer it. The type system compares each shape with the contract; no schema comes into the browser.
 */
import { isRecord } from './api-error.ts';

type Test = (value: unknown) => boolean;
type Shape = 'string' | 'number' | 'boolean' | 'list' | 'record' | Test | readonly [Shape] | { readonly [name: string]: Shape };

type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/**
 * What may be asked of a value of type `T`: the name of its type, `[shape]` of a list's items, or shapes of its fields. A field that may be
 * missing or null takes a test: see {@link optional} and {@link nullable}.
 */
export type ShapeOf<T> = [Extract<T, null | undefined>] extends [never] ? Test | PlainShapeOf<T> : Test;

type PlainShapeOf<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : T extends readonly (infer Item)[]
        ? 'list' | readonly [ShapeOf<Item>]
        : 'record' | { readonly [Key in keyof T]?: Key extends OptionalKeys<T> ? Test : ShapeOf<T[Key]> };

/** @param shape what the answer must have at least */
export function answerCheck<T>(shape: ShapeOf<T>): (value: unknown) => value is T {
  return (value): value is T => hasShape(value, shape as Shape);
}

export function oneOf(values: readonly string[]): Test {
  return (value) => values.some((known) => known === value);
}

export function optional<T>(shape: ShapeOf<T>): Test {
  return (value) => value === undefined || hasShape(value, shape as Shape);
}

export function nullable<T>(shape: ShapeOf<T>): Test {
  return (value) => value === null || hasShape(value, shape as Shape);
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  if (shape === 'list') return Array.isArray(value);
  if (shape === 'record') return isRecord(value);
  if (typeof shape === 'string') return typeof value === shape;
  if (isList(shape)) return Array.isArray(value) && value.every((item) => hasShape(item, shape[0]));
  return isRecord(value) && Object.entries(shape).every(([name, inner]) => hasShape(value[name], inner));
}

/** `Array.isArray` does not tell a read-only list from an object. */
function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
