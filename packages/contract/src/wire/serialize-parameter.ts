/** Writes a parameter as its document says: the styles of OpenAPI 3.1.1 §4.8.12.3 ("Style Examples"), which are those of RFC 6570. */
import type { SliceParameter } from '../calls/explorer.ts';
import { isJson } from './media-type.ts';
import { type ParameterValue, readValue, typesOf } from './parameter-value.ts';
import { percentEncode, percentEncodeReserved } from './percent-encode.ts';
import { readJson } from './wire-json.ts';

export interface WrittenStyle {
  readonly name: string;
  readonly style: string;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean | undefined;
  readonly encode: (text: string) => string;
}

/** Between the values of a list that is not exploded. */
const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/**
 * Path and header: the value. Query and cookie: pairs with their names, joined by `&`. Undefined: there is nothing to send.
 *
 * @param text as typed; empty: not sent
 */
export function serializeParameter(parameter: SliceParameter, text: string): string | undefined {
  if (text === '') return undefined;
  const { name, in: place, schema, style, explode, allowReserved, mediaType } = parameter;
  const isNamed = place === 'query' || place === 'cookie';
  // RFC 9110 §5.5 takes the text of a header without percent-encoding.
  const encode = place === 'header' ? (value: string) => value.trim() : allowReserved === true ? percentEncodeReserved : percentEncode;
  if (mediaType !== undefined) {
    const written = encode(contentText(text, mediaType, schema));
    return isNamed ? `${encodeName(name)}=${written}` : written;
  }
  return serializeValue({ name, style: style ?? (isNamed ? 'form' : 'simple'), explode, encode }, readValue(text, schema));
}

/** A parameter in JSON is typed as JSON; a string may be typed without its quotes. */
function contentText(text: string, mediaType: string, schema: SliceParameter['schema']): string {
  if (!isJson(mediaType)) return text;
  const isText = typesOf(schema).every((type) => type === 'string') && typesOf(schema).length > 0;
  const json = readJson(text);
  return json === undefined || (isText && !text.trim().startsWith('"')) ? JSON.stringify(text) : text;
}

const encodeName = (name: string) => percentEncode(name);

export function serializeValue({ name, style, explode = style === 'form', encode }: WrittenStyle, value: ParameterValue): string | undefined {
  if (isEmpty(value)) return undefined;
  const known = encodeName(name);
  const pairs = (between: string) => exploded(value, known, encode).join(between);
  const plain = (between: string) => flat(value, encode).join(between);
  switch (style) {
    case 'simple':
      return explode ? members(value, encode).join(',') : plain(',');
    case 'label':
      return `.${explode ? members(value, encode).join('.') : plain(',')}`;
    case 'matrix':
      return `;${explode ? pairs(';') : `${known}=${plain(',')}`}`;
    case 'deepObject':
      return value.kind === 'object'
        ? value.members.map(([member, text]) => `${known}%5B${percentEncode(member)}%5D=${encode(text)}`).join('&')
        : pairs('&');
    default:
      return explode ? pairs('&') : `${known}=${plain(DELIMITERS[style] ?? ',')}`;
  }
}

/** An empty list or object is an undefined value (RFC 6570 §2.3). */
const isEmpty = (value: ParameterValue) =>
  (value.kind === 'list' && value.items.length === 0) || (value.kind === 'object' && value.members.length === 0);

function flat(value: ParameterValue, encode: (text: string) => string): readonly string[] {
  switch (value.kind) {
    case 'text':
      return [encode(value.text)];
    case 'list':
      return value.items.map(encode);
    default:
      return value.members.flatMap(([name, text]) => [encode(name), encode(text)]);
  }
}

/** `R=100` for a member of an object; the values alone for a list. */
const members = (value: ParameterValue, encode: (text: string) => string) =>
  value.kind === 'object' ? value.members.map(([name, text]) => `${encode(name)}=${encode(text)}`) : flat(value, encode);

/** One pair for each value; the members of an object take the place of its name. */
const exploded = (value: ParameterValue, name: string, encode: (text: string) => string) =>
  value.kind === 'object'
    ? value.members.map(([member, text]) => `${percentEncode(member)}=${encode(text)}`)
    : flat(value, encode).map((text) => `${name}=${text}`);
