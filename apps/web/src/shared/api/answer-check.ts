/**
 * Checks that a response contains what a page needs. The server has validated it against the whole contract. A page checks fewer members, because
 * a server of the next version may have sent it. Types compare each shape with the contract, so that the browser needs no schema.
 */
import { isRecord } from './api-error.ts';

type Test = (value: unknown) => boolean;
type Shape = 'string' | 'number' | 'boolean' | 'list' | 'record' | Test | readonly [Shape] | { readonly [name: string]: Shape };

type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/**
 * The shape of a value of type `T`: the name of its type, `[shape]` for a list's items, or the shapes of its members. An optional or nullable
 * member takes a test: see {@link optional} and {@link nullable}.
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

/** @param shape the minimum that the response must contain */
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

/** `Array.isArray` does not narrow a read-only array. */
function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
