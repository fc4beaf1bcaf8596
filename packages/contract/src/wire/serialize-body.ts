/** Writes a body in its media type: forms (OpenAPI 3.1.1 §4.8.15), multipart (RFC 7578), everything else as typed. */
import type { PropertyEncoding, SliceContent } from '../calls/explorer.ts';
import { isForm, isJson, isMultipart, sentType } from './media-type.ts';
import { isRecord, toValue } from './parameter-value.ts';
import { percentEncode, percentEncodeReserved } from './percent-encode.ts';
import { serializeValue } from './serialize-parameter.ts';
import { readJson, type WireJson, writeJson } from './wire-json.ts';

export interface SentBody {
  /** With the boundary of a multipart body. */
  readonly mediaType: string;
  readonly text: string;
}

type Content = Pick<SliceContent, 'mediaType' | 'encoding'>;

/** Whether the editor shows the body as JSON: of a multipart body it shows an object with one member for each part. */
export function isEditedAsJson(mediaType: string): boolean {
  return isJson(mediaType) || isMultipart(mediaType);
}

/** The editor's text for a value of an example: JSON with two spaces per level, a form on one line, another text as it is. */
export function bodyText({ mediaType, encoding }: Content, value: unknown): string {
  if (typeof value === 'string' && !isEditedAsJson(mediaType)) return value;
  const text = JSON.stringify(value, null, 2);
  const json = isForm(mediaType) ? readJson(text) : undefined;
  return isRecord(json) ? formText(json, encoding) : text;
}

/** Names of the parts of a multipart body that are files. */
export function fileParts({ mediaType, encoding = {} }: Content): readonly string[] {
  return isMultipart(mediaType) ? Object.keys(encoding).filter((name) => encodingOf(encoding, name).isFile === true) : [];
}

/**
 * The editor's text of a multipart body with one part replaced.
 *
 * @param text of the editor; anything but a JSON object is replaced
 */
export function withPart(text: string, name: string, part: string): string {
  const json = readJson(text);
  return writeJson({ ...(isRecord(json) ? json : {}), [name]: part }, false, 2);
}

/** @param text of the editor */
export function serializeBody(content: Content, text: string): SentBody {
  const { mediaType } = content;
  const json = isMultipart(mediaType) ? readJson(text) : undefined;
  return isRecord(json) ? multipart(content, json) : { mediaType: sentType(mediaType), text };
}

function formText(json: { readonly [name: string]: WireJson }, encoding: Content['encoding'] = {}): string {
  const written = Object.entries(json).flatMap(([name, value]): readonly (string | undefined)[] => {
    if (value === null) return [];
    const of = encodingOf(encoding, name);
    if (of.style !== undefined || of.explode !== undefined || of.allowReserved === true) {
      const encode = of.allowReserved === true ? percentEncodeReserved : percentEncode;
      return [serializeValue({ name, style: of.style ?? 'form', explode: of.explode, encode }, toValue(value))];
    }
    return partsOf(value, of).map((text) => new URLSearchParams([[name, text.toWellFormed()]]).toString());
  });
  return written.filter((pair) => pair !== undefined).join('&');
}

/** A list is one part for each item, unless its content type says that the list is one text. */
function partsOf(value: WireJson, { contentType = '' }: PropertyEncoding): readonly string[] {
  const isOne = isJson(contentType);
  if (Array.isArray(value) && !isOne) return value.filter((item) => item !== null).map((item) => writeJson(item, true));
  return [writeJson(value, !isOne)];
}

const encodingOf = (encoding: NonNullable<Content['encoding']>, name: string): PropertyEncoding =>
  Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};

function multipart({ mediaType, encoding = {} }: Content, json: { readonly [name: string]: WireJson }): SentBody {
  const parts = Object.entries(json).flatMap(([name, value]) => {
    if (value === null) return [];
    const of = encodingOf(encoding, name);
    const list = Array.isArray(value) ? value : [value];
    return partsOf(value, of).map((text, at) => partText(name, text, of, isStructure(list[at])));
  });
  let boundary = 'portico-boundary';
  while (parts.some((part) => part.includes(boundary))) boundary += '-';
  const text = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  return { mediaType: `${sentType(mediaType)}; boundary=${boundary}`, text };
}

const isStructure = (value: WireJson | undefined) => Array.isArray(value) || isRecord(value);

/** Without a content type a part is `text/plain` (RFC 7578 §4.4); objects are JSON (OpenAPI 3.1.1 §4.8.15.1.1). */
function partText(name: string, text: string, { contentType, isFile }: PropertyEncoding, isObject: boolean): string {
  const [first] = (contentType ?? '').split(',');
  const type = first === undefined || first.trim() === '' ? (isObject ? 'application/json' : undefined) : sentType(first.trim());
  const file = isFile === true ? `; filename="${quoted(name)}"` : '';
  return [`Content-Disposition: form-data; name="${quoted(name)}"${file}`, ...(type === undefined ? [] : [`Content-Type: ${type}`]), '', text].join(
    '\r\n',
  );
}

/** As browsers escape names (WHATWG HTML, "multipart form data"). */
const quoted = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
