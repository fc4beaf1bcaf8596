/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code unit, no white space, numbers and texts in ECMAScript's format. Equal contents have equal
 * texts, and different contents have different texts, so a hash of the text identifies the content. The audit chain and signatures depend on this.
 */

/** A value that JSON would change without an error: a `Date` to `{}`, `NaN` to `null`. */
export class NotPlainJson extends Error {
  override readonly name = 'NotPlainJson';
  constructor(what: string, path: string) {
    super(`Only plain JSON has a canonical form, and ${path === '' ? 'the value' : path} is ${what}. Convert it first, a date with toISOString().`);
  }
}

/**
 * Members with the value `undefined` are left out, like an optional member that is not set.
 * @throws NotPlainJson for every value that JSON would change.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', []);
}

/** @param holders the objects and arrays around the value, the outermost first */
function write(value: unknown, path: string, holders: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return writeText(value, path);
    case 'number':
      if (!Number.isFinite(value)) throw new NotPlainJson(String(value), path);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (holders.includes(value)) throw new NotPlainJson('an object that holds itself', path);
      return Array.isArray(value) ? writeArray(value, path, [...holders, value]) : writeObject(value, path, [...holders, value]);
    default:
      throw new NotPlainJson(typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`, path);
  }
}

/** Half of a surrogate pair is not a character: its escape would not survive UTF-8. */
function writeText(text: string, path: string): string {
  if (!text.isWellFormed()) throw new NotPlainJson('a text with half a surrogate pair', path);
  return JSON.stringify(text);
}

function writeArray(array: readonly unknown[], path: string, holders: readonly object[]): string {
  if (Object.getPrototypeOf(array) !== Array.prototype) throw new NotPlainJson('an array of another class', path);
  // A hole has no key, and a further property would be lost.
  if (Reflect.ownKeys(array).length !== array.length + 1) throw new NotPlainJson('an array with holes or further properties', path);
  return `[${array.map((item, index) => write(item, `${path}[${index}]`, holders)).join(',')}]`;
}

function writeObject(object: object, path: string, holders: readonly object[]): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw new NotPlainJson(`an instance of ${classNameOf(object)}`, path);
  const keys = Object.keys(object);
  if (Reflect.ownKeys(object).length !== keys.length) throw new NotPlainJson('an object with symbols or hidden properties', path);
  let members = '';
  for (const key of keys.sort()) {
    const member: unknown = Reflect.get(object, key);
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${writeText(key, path)}:${write(member, path === '' ? key : `${path}.${key}`, holders)}`;
  }
  return `{${members}}`;
}

function classNameOf(object: object): string {
  const maker: unknown = Reflect.get(object, 'constructor');
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'a class';
}
