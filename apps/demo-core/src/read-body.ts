/** Takes a call's values out of its body. What is missing is named. */
import { type Body, Refused } from './serve.ts';

export function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refused(400, `${name} must be a text.`);
  return value;
}

export function optionalText(body: Body, name: string): string | undefined {
  return body[name] === undefined ? undefined : text(body, name);
}

export function cents(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Refused(400, `${name} must be whole cents.`);
  return value;
}

export function bodies(body: Body, name: string): readonly Body[] {
  const value = body[name];
  if (!Array.isArray(value)) throw new Refused(400, `${name} must be a list.`);
  return value.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw new Refused(400, `${name} must be a list of objects.`);
    return Object.fromEntries(Object.entries(item));
  });
}

export function texts(body: Body, name: string): readonly string[] {
  const value = body[name];
  if (!Array.isArray(value)) throw new Refused(400, `${name} must be a list.`);
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw new Refused(400, `${name} must be a list of texts.`);
    return item;
  });
}
