/** One change to a good request: a field of the body at any depth, a parameter, a header, or the text of the body. */
import { AMOUNTS, ANY_VALUES, DATES, ENUMERATED, HEADER_VALUES, IBANS, OTHER_HEADERS } from './hostile-values.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface FuzzRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the values of its path parameters in braces: `/api/v1/consents/{cns_1}`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface MutatedRequest {
  readonly method: FuzzRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly payload?: string;
  /** What was changed, for the message of a failure. */
  readonly change: string;
}

type Path = readonly (string | number)[];

export function mutateRequest(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const ways = [
    ...(request.body === undefined ? [] : WAYS_OF_BODY),
    ...(Object.keys(request.query).length === 0 ? [] : [changeQuery, changeQuery]),
    ...(request.path.includes('{') ? [changePath] : []),
    changeHeader,
    addQuery,
  ];
  return random.pick(ways)(random, request);
}

const WAYS_OF_BODY = [changeField, changeField, changeField, changeField, changeShape, changeText];

/** One change to the body of a request that has one, at any depth or to its text. */
export const mutateBody = (random: SeededRandom, request: FuzzRequest): MutatedRequest => random.pick(WAYS_OF_BODY)(random, request);

/** A good request as it is sent. */
export function plainRequest({ method, path, query, headers, body }: FuzzRequest): MutatedRequest {
  const params = new URLSearchParams(query);
  const address = path.replaceAll(/\{([^}]*)\}/g, (_, value: string) => encodeURIComponent(value));
  const url = params.size === 0 ? address : `${address}?${params}`;
  return { method, url, headers: { ...headers }, ...(body === undefined ? {} : { payload: JSON.stringify(body) }), change: 'nothing' };
}

function changeField(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const path = random.pick(pathsOf(request.body));
  const value = valueFor(random, String(path.at(-1) ?? ''));
  return { ...plainRequest({ ...request, body: replaceAt(request.body, path, value) }), change: `body ${path.join('.')} = ${shown(value)}` };
}

/** The number of items of lists, and fields that are not known. */
function changeShape(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const path = random.pick(pathsOf(request.body).filter((each) => isContainer(valueAt(request.body, each))));
  const found = valueAt(request.body, path);
  const added = valueFor(random, '');
  const name = random.pick(['unknown', '', '__proto__x', 'purposeCode', 'ultimateDebtor', 'toString', 'a.b', 'x'.repeat(300), 'é', '0']);
  const times = random.pick([0, 2, 3, 50, 1_001]);
  const changed = Array.isArray(found)
    ? random.pick([Array.from({ length: times }, () => found[0]), [...found, added], [added, ...found], { ...found }])
    : { ...Object(found), [name]: added };
  return { ...plainRequest({ ...request, body: replaceAt(request.body, path, changed) }), change: `body ${path.join('.')} gets ${shown(changed)}` };
}

function changeText(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const text = JSON.stringify(request.body);
  const cut = random.below(text.length);
  const payload = random.pick([
    ...[text.slice(0, cut), `${text}x`, `\ufeff${text}`, ` ${text} `, text.replaceAll('"', "'"), `[${text}]`, '', 'null', '1', '""', '[]', '{}'],
    text.replace('{', `{"${Object.keys(Object(request.body))[0] ?? 'x'}":null,`),
    `${text.slice(0, cut)}\u0000${text.slice(cut)}`,
    text.replace('{', '{"__proto__":{"x":1},'),
  ]);
  return { ...plainRequest(request), payload, change: `the text of the body is ${shown(payload)}` };
}

function changeQuery(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const name = random.pick(Object.keys(request.query));
  const value = valueFor(random, name);
  const { [name]: _old, ...others } = request.query;
  return {
    ...plainRequest({ ...request, query: value === undefined ? others : { ...others, [name]: textOfValue(value) } }),
    change: `${name} = ${shown(value)}`,
  };
}

function addQuery(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const more = random.pick([
    'x=1',
    'x',
    '=',
    '&&',
    '%',
    '%zz',
    '%00',
    'a[b]=c',
    '__proto__=x',
    'locale=et',
    'withBalance=true',
    'deltaList=true',
    'pageIndex=1',
    'x='.padEnd(9_000, 'y'),
  ]);
  const plain = plainRequest(request);
  const twice = Object.entries(request.query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)[0];
  const added = twice !== undefined && random.below(3) === 0 ? twice : more;
  return { ...plain, url: `${plain.url}${plain.url.includes('?') ? '&' : '?'}${added}`, change: `the query gets ${shown(added)}` };
}

function changePath(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const values = [...request.path.matchAll(/\{([^}]*)\}/g)].map(([, value = '']) => value);
  const old = random.pick(values);
  const value = random.pick([
    'x',
    '0',
    'null',
    '%',
    '%2e%2e',
    '..%2f',
    '\u0000',
    '💶',
    'x'.repeat(200),
    ' ',
    '{}',
    `${old}x`,
    old.toUpperCase(),
    old.slice(0, -1),
    `${old} `,
    ...IBANS.map(String),
  ]);
  return {
    ...plainRequest({ ...request, path: request.path.replace(`{${old}}`, encodeURIComponent(value)) }),
    change: `${old} in the path = ${shown(value)}`,
  };
}

function changeHeader(random: SeededRandom, request: FuzzRequest): MutatedRequest {
  const name = random.pick([...Object.keys(request.headers), ...OTHER_HEADERS]);
  const value = random.pick([undefined, ...HEADER_VALUES]);
  const { [name]: old, ...others } = request.headers;
  const isTwice = old !== undefined && random.below(10) === 0;
  const headers = isTwice ? { ...others, [name]: [old, old] } : value === undefined ? others : { ...others, [name]: value };
  return { ...plainRequest(request), headers, change: `header ${name} = ${isTwice ? 'the same twice' : shown(value)}` };
}

/** Mostly a value of the kind that the name asks for. */
function valueFor(random: SeededRandom, name: string): unknown {
  const fitting = /date|until|day/i.test(name) ? DATES : /iban/i.test(name) ? IBANS : /amount/i.test(name) ? AMOUNTS : ENUMERATED;
  return random.pick(random.below(2) === 0 ? fitting : ANY_VALUES);
}

const textOfValue = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));
const shown = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, 120);
const isContainer = (value: unknown) => typeof value === 'object' && value !== null;

/** Every place in a body, the body itself first. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (!isContainer(value)) return [path];
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(Object(value));
  return [path, ...keys.flatMap((key) => pathsOf(Object(value)[key], [...path, key]))];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value: unknown, key) => Object(value)[key], body);
}

function replaceAt(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value === undefined ? null : value;
  const copy = Array.isArray(body) ? [...body] : { ...Object(body) };
  copy[key] = rest.length === 0 ? value : replaceAt(Object(body)[key], rest, value);
  return copy;
}
