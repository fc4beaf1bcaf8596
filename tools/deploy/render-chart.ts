/**
 * Renders the Helm chart without Helm. It supports only the parts of Go's text/template and of Sprig that the chart uses. An unknown word is an
 * error, so that a test fails when the chart uses more.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

export interface Release {
  readonly name: string;
  readonly values: unknown;
  /** Objects that exist in the cluster, by kind and name: `Secret/portico-keys`. Default: none, as for `helm template`. */
  readonly cluster?: Readonly<Record<string, object>>;
}

type Scope = ReadonlyMap<string, unknown>;
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly word: string }
  | { readonly kind: 'block'; readonly word: string; readonly body: readonly Node[]; readonly otherwise: readonly Node[] };

const ACTION = /\{\{(-?)\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*(-?)\}\}/g;
const OPENS = /^(if|with|range|define)\b/;

/** Returns the rendered objects of every template, in the order of their files. @throws when a template uses an unsupported word. */
export function renderChart(folder: string, { name, values, cluster = {} }: Release): unknown[] {
  const chart: { version: string; appVersion: string } = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8'));
  const root = {
    Values: values,
    Chart: { Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: name, Namespace: 'default', Service: 'Helm' },
  };
  const files = readdirSync(join(folder, 'templates')).sort();
  const read = (file: string): Node[] => parseTemplate(readFileSync(join(folder, 'templates', file), 'utf8'));
  const definitions = new Map<string, readonly Node[]>();
  for (const file of files.filter((path) => path.endsWith('.tpl'))) {
    for (const node of read(file)) if (node.kind === 'block') definitions.set(unquote(node.word.slice('define '.length)), node.body);
  }
  const renderer = new Renderer(definitions, {
    '.Files.Get': (file) => readFileSync(join(folder, text(file)), 'utf8'),
    lookup: (_version, kind, _namespace, named) => cluster[`${kind}/${named}`] ?? {},
  });
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => parse(renderer.render(read(file), root, new Map([['$', root]]))))
    .filter((document) => document !== null);
}

class Renderer {
  readonly #definitions: ReadonlyMap<string, readonly Node[]>;
  readonly #functions: ReadonlyMap<string, Run>;

  constructor(definitions: ReadonlyMap<string, readonly Node[]>, ofRelease: Readonly<Record<string, Run>>) {
    this.#definitions = definitions;
    this.#functions = new Map([...FUNCTIONS, ...Object.entries(ofRelease)]);
  }

  render(nodes: readonly Node[], dot: unknown, scope: Scope): string {
    return nodes.map((node) => this.#node(node, dot, scope)).join('');
  }

  #node(node: Node, dot: unknown, scope: Scope): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'action') return text(this.#pipeline(node.word, dot, scope));
    const [, word = '', condition = ''] = /^(\w+)\s+([\s\S]+)$/.exec(node.word) ?? [];
    if (word === 'range') return this.#range(condition, node.body, dot, scope);
    const value = this.#pipeline(condition, dot, scope);
    if (!isTrue(value)) return this.render(node.otherwise, dot, scope);
    return this.render(node.body, word === 'with' ? value : dot, scope);
  }

  /** `$name, $value := .a.map`, in the order of the names, as in Go. */
  #range(words: string, body: readonly Node[], dot: unknown, scope: Scope): string {
    const [, key = '', value = '', source = ''] = /^(\$\w+), (\$\w+) := (\S+)$/.exec(words) ?? unknown(`range ${words}`);
    const entries = Object.entries(Object(this.#pipeline(source, dot, scope))).sort(([left], [right]) => (left < right ? -1 : 1));
    return entries.map(([name, item]) => this.render(body, item, new Map([...scope, [key, name], [value, item]]))).join('');
  }

  #pipeline(words: string, dot: unknown, scope: Scope): unknown {
    const [first = [], ...rest] = split(tokensOf(words), '|');
    return rest.reduce<unknown>((given, part) => this.#call(part, dot, scope, [given]), this.#call(first, dot, scope, []));
  }

  /** Calls a function with its arguments; the piped value is the last one. */
  #call(words: readonly Token[], dot: unknown, scope: Scope, piped: readonly unknown[]): unknown {
    const [name = '', ...others] = words;
    if (words.length === 1 && piped.length === 0) return this.#value(name, dot, scope);
    const given = [...others.map((word) => this.#value(word, dot, scope)), ...piped];
    if (name === 'include') {
      const body = this.#definitions.get(text(given[0])) ?? unknown(words.join(' '));
      return this.render(body, given[1], new Map([['$', given[1]]])).replace(/^\n+/, '');
    }
    const run = this.#functions.get(String(name)) ?? unknown(words.join(' '));
    return run(...given);
  }

  /** As in Go, `.name` is a member of the dot, which `with` and `range` change, and `$.name` one of the whole release. */
  #value(word: Token, dot: unknown, scope: Scope): unknown {
    if (typeof word !== 'string') return this.#pipeline(word.inner, dot, scope);
    if (word.startsWith('"')) return unquote(word);
    if (/^\d+$/.test(word)) return Number(word);
    if (word === '.') return dot;
    const [, variable = '', path = ''] = /^(\$\w*)?((?:\.\w+)*)$/.exec(word) ?? unknown(word);
    const start = variable === '' ? dot : scope.has(variable) ? scope.get(variable) : unknown(word);
    return path
      .split('.')
      .slice(1)
      .reduce<unknown>((value, name) => new Map(Object.entries(Object(value))).get(name), start);
  }
}

/** A word, or an expression in parentheses. */
type Token = string | { readonly inner: string };
type Run = (...given: unknown[]) => unknown;

function tokensOf(words: string): Token[] {
  return (words.match(/"[^"]*"|\([^()]*\)|[^\s()]+/g) ?? []).map((word) => (word.startsWith('(') ? { inner: word.slice(1, -1) } : word));
}

function split(tokens: readonly Token[], separator: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token === separator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const indent = (spaces: unknown, given: unknown): string =>
  text(given)
    .split('\n')
    .map((line) => ' '.repeat(Number(spaces)) + line)
    .join('\n');

const FUNCTIONS = new Map<string, Run>([
  ['quote', (value) => JSON.stringify(text(value))],
  ['default', (fallback, value) => (isTrue(value) ? value : fallback)],
  ['indent', indent],
  ['nindent', (spaces, value) => `\n${indent(spaces, value)}`],
  ['toYaml', (value) => stringify(value).trimEnd()],
  ['toJson', (value) => JSON.stringify(value)],
  ['get', (from, name) => new Map(Object.entries(Object(from))).get(text(name)) ?? ''],
  ['not', (value) => !isTrue(value)],
  ['sha256sum', (value) => createHash('sha256').update(text(value)).digest('hex')],
  ['trimPrefix', (prefix, value) => (text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : value)],
]);

/** Parses text and actions; a dash beside the braces removes the white space there. */
function parseTemplate(source: string): Node[] {
  const open: { word: string; body: Node[]; otherwise: Node[]; isElse: boolean }[] = [{ word: '', body: [], otherwise: [], isElse: false }];
  const add = (node: Node): void => {
    const frame = open.at(-1) ?? unknown('end');
    (frame.isElse ? frame.otherwise : frame.body).push(node);
  };
  let at = 0;
  let trimsNext = false;
  const addText = (raw: string, trimsEnd: boolean): void => {
    const started = trimsNext ? raw.trimStart() : raw;
    add({ kind: 'text', text: trimsEnd ? started.trimEnd() : started });
  };
  for (const match of source.matchAll(ACTION)) {
    const [whole, before, word = '', after] = match;
    addText(source.slice(at, match.index), before === '-');
    at = match.index + whole.length;
    trimsNext = after === '-';
    if (word.startsWith('/*')) continue;
    if (OPENS.test(word)) open.push({ word, body: [], otherwise: [], isElse: false });
    else if (word === 'else') (open.at(-1) ?? unknown(word)).isElse = true;
    else if (word === 'end') {
      const { body, otherwise, word: opened } = open.pop() ?? unknown(word);
      add({ kind: 'block', word: opened, body, otherwise });
    } else add({ kind: 'action', word });
  }
  addText(source.slice(at), false);
  return open.length === 1 ? (open[0]?.body ?? []) : unknown('a block without end');
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const isTrue = (value: unknown): boolean =>
  ![undefined, null, false, 0, ''].some((none) => none === value) && !(typeof value === 'object' && Object.keys(Object(value)).length === 0);
const unquote = (word: string): string => word.replaceAll('"', '');

function unknown(what: string): never {
  throw new Error(`The chart uses ${what}, which the renderer does not know.`);
}
