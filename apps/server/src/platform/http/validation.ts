/**
 * Validates requests and responses with the contract's schemas. Unknown members of a request are refused with their path; nothing is dropped or
 * repaired. Only queries, path parameters and headers are converted to numbers and booleans. A response that does not match its schema is a bug. Each
 * schema is compiled at its first use.
 */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { once } from '../once.ts';
import type { ProblemEntry } from './problem-entry.ts';

export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly entries: readonly [ProblemEntry, ...ProblemEntry[]];
  constructor(entries: readonly [ProblemEntry, ...ProblemEntry[]]) {
    super(entries.map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`)).join(' '));
    this.entries = entries;
  }
}

/** A response that does not match its schema. */
class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer';
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = once(() => Compile(schema));
  return (given: unknown) => {
    const value = httpPart === 'body' ? given : readSpelled(schema, given);
    if (check().Check(value)) return { value };
    return { error: new InvalidRequest(describeErrors(check().Errors(value), httpPart ?? 'body', schema)) };
  };
};

/** What a value has wrong, in the words of a refused body; empty when it matches the schema. */
export function flawsOf(schema: TSchema, value: unknown): readonly ProblemEntry[] {
  const check = Compile(schema);
  return check.Check(value) ? [] : describeErrors(check.Errors(value), 'body', schema);
}

const DIGITS = /^\d+$/;
/** A whole number has digits only: no sign, exponent, point, space or other base. */
const readNumber = (text: string) => (DIGITS.test(text) ? Number(text) : text);
/** Headers use `true` or `false` in any case, and no number. */
const readFlag = (text: string) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text);
const READERS: Readonly<Record<string, (text: string) => unknown>> = { integer: readNumber, number: readNumber, boolean: readFlag };

/** Converts the texts of a query, a path or headers. */
function readSpelled(schema: TSchema, given: unknown): unknown {
  const raw: Readonly<Record<string, unknown>> = { ...Object(given) };
  const converted: unknown = Value.Convert(schema, given);
  const read = Object.entries(Object(Object(schema).properties)).flatMap(([name, property]) => {
    const [text, reader] = [raw[name], READERS[Object(property).type]];
    return reader === undefined || typeof text !== 'string' ? [] : [[name, reader(text)] as const];
  });
  return read.length === 0 ? converted : { ...Object(converted), ...Object.fromEntries(read) };
}

export function compileSerializer({ schema, method, url }: { schema: unknown; method: string; url: string }): (answer: unknown) => string {
  if (!isSchema(schema)) throw new TypeError(`The response schema of ${method} ${url} is no schema.`);
  const check = once(() => Compile(schema));
  return (answer) => {
    if (check().Check(answer)) return JSON.stringify(answer);
    const where = check()
      .Errors(answer)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    throw new InvalidAnswer(`The answer of ${method} ${url} breaks its schema: ${where.join('; ')}.`);
  };
}

function isSchema(schema: unknown): schema is TSchema {
  return typeof schema === 'object' && schema !== null;
}

const PLACES: Readonly<Record<string, string>> = { querystring: 'query:', params: 'path:', headers: 'header:' };

function describeErrors(errors: readonly TLocalizedValidationError[], httpPart: string, schema: TSchema): readonly [ProblemEntry, ...ProblemEntry[]] {
  const place = PLACES[httpPart] ?? '';
  const entries = errors.filter((error) => isToldByUnions(error, schema)).flatMap((error) => describeError(error, place, schema));
  // A field that the bank does not offer may stand for one that is missing, as `bban` for `iban`, so it is the first reason.
  const [first, ...others] = entries.toSorted((a, b) => Number(isNotOffered(b)) - Number(isNotOffered(a)));
  return first === undefined ? [{ text: 'The request does not have the accepted form.' }] : [first, ...others];
}

/**
 * Every branch of a union reports errors; callers get the error of the union itself. A union of an object and null has one possible branch, and
 * callers get its errors with their fields.
 */
function isToldByUnions({ keyword, schemaPath }: TLocalizedValidationError, schema: TSchema): boolean {
  const [root = '', ...below] = schemaPath.split('/anyOf/');
  const branches = below.map((rest, index) => ({
    union: [root, ...below.slice(0, index)].join('/anyOf/'),
    branch: Number(rest.split('/')[0]),
  }));
  if (keyword === 'anyOf' && formBesideNull(schemaNode(schema, schemaPath)) !== undefined) return false;
  return branches.every(({ union, branch }) => formBesideNull(schemaNode(schema, union)) === branch);
}

/** Returns the index of the only branch besides null; undefined for another union. */
function formBesideNull({ anyOf }: Readonly<Record<string, unknown>>): number | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const forms = anyOf.flatMap((form, index) => (Object(form).type === 'null' ? [] : [index]));
  return forms.length === 1 ? forms[0] : undefined;
}

function describeError(error: TLocalizedValidationError, place: string, schema: TSchema): readonly ProblemEntry[] {
  const at = (pointer: string) => fieldPath(pointer, place);
  switch (error.keyword) {
    // Each unknown member is also reported by the schema `false`.
    case 'additionalProperties':
      return [];
    case 'boolean':
      return [{ ...at(error.instancePath), ...describeExtraField(error, schema) }];
    case 'required':
      return error.params.requiredProperties.map((name) => ({
        ...at(`${error.instancePath}/${escapePointer(name)}`),
        text: ['This field is missing.', ...acceptedValues(schema, error.schemaPath, name)].join(' '),
      }));
    case 'enum':
      return [
        {
          ...at(error.instancePath),
          text: `Accepted: ${offeredValues(error.params.allowedValues, schemaNode(schema, error.schemaPath)).join(', ')}.`,
        },
      ];
    case 'const':
      return [{ ...at(error.instancePath), text: `Accepted: ${String(error.params.allowedValue)}.` }];
    case 'anyOf':
      return [{ ...at(error.instancePath), text: 'This value has none of the accepted forms.' }];
    case 'type':
      return [
        { ...at(error.instancePath), text: `${error.instancePath === '' ? 'The body' : 'This value'} must be ${typeWords(error.params.type)}.` },
      ];
    case 'pattern':
      return [
        { ...at(error.instancePath), text: `Accepted: ${acceptedForm(schema, error.schemaPath) ?? `the form ${String(error.params.pattern)}`}.` },
      ];
    case 'minLength':
    case 'minItems':
      return [{ ...at(error.instancePath), text: `This value ${error.params.limit === 1 ? 'must not be empty' : error.message}.` }];
    default:
      return [{ ...at(error.instancePath), text: `This value ${error.message}.` }];
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

function typeWords(type: string | readonly string[]): string {
  return [type]
    .flat()
    .map((name) => TYPE_WORDS[name] ?? name)
    .join(' or ');
}

/** Describes a member that the schema does not have: one of the standard that the bank does not support (`closedWithout`), or an unknown one. */
function describeExtraField({ instancePath, schemaPath }: TLocalizedValidationError, schema: TSchema): Omit<ProblemEntry, 'path'> {
  const name = unescapePointer(instancePath.slice(instancePath.lastIndexOf('/') + 1));
  if (!notOffered(schemaNode(schema, schemaPath.slice(0, schemaPath.lastIndexOf('/')))).includes(name))
    return { text: 'This field is unknown. Leave it out.' };
  return { text: 'The bank does not offer this field. Leave it out.', code: 'PARAMETER_NOT_SUPPORTED' };
}

const isNotOffered = ({ code }: ProblemEntry) => code === 'PARAMETER_NOT_SUPPORTED';

/** @param schemaPath of the object whose member is missing */
function acceptedValues(schema: TSchema, schemaPath: string, name: string): readonly string[] {
  const member = schemaNode(schema, `${schemaPath}/properties/${escapePointer(name)}`);
  return Array.isArray(member.enum) ? [`Accepted: ${offeredValues(member.enum, member).join(', ')}.`] : [];
}

const offeredValues = (allowed: readonly unknown[], node: Readonly<Record<string, unknown>>): readonly string[] =>
  allowed.map(String).filter((value) => !notOffered(node).includes(value));

/** Returns the members of an object or values of a list that the standard has and the bank does not support. */
function notOffered(node: Readonly<Record<string, unknown>>): readonly unknown[] {
  const names = node['x-not-offered'];
  return Array.isArray(names) ? names : [];
}

/** Returns the contract's description of what a pattern accepts. */
function acceptedForm(schema: TSchema, schemaPath: string): string | undefined {
  const { description } = schemaNode(schema, schemaPath);
  return typeof description === 'string' ? description : undefined;
}

/** @param schemaPath `#/properties/name`, as in validation errors. */
function schemaNode(schema: TSchema, schemaPath: string): Record<string, unknown> {
  const names = schemaPath.split('/').slice(1).map(unescapePointer);
  return Object(names.reduce((found: unknown, name) => Object(found)[name], schema));
}

/** JSON pointer `/instructedAmount/amount` → `instructedAmount.amount`, `/items/0/iban` → `items[0].iban`. */
function fieldPath(pointer: string, place: string): { path: string } | Record<never, never> {
  if (pointer === '') return {};
  const names = pointer.slice(1).split('/').map(unescapePointer);
  const path = names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('');
  return { path: `${place}${path.slice(0, 200)}` };
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');
