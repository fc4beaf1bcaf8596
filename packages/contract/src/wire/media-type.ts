/** Media types as documents and responses write them, with parameters and in any case (RFC 9110 §8.3.1). */

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** `Application/JSON; charset=utf-8` → `application/json`. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

export function isXml(mediaType: string): boolean {
  return /[/+]xml$/.test(essenceOf(mediaType));
}

export function isForm(mediaType: string): boolean {
  return essenceOf(mediaType) === FORM_TYPE;
}

export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith('multipart/');
}

const OF_RANGE: Readonly<Record<string, string>> = { 'text/*': 'text/plain', 'image/*': 'image/png', 'multipart/*': 'multipart/form-data' };

/** A document may describe a range such as `image/*`; a request names one type. */
export function sentType(mediaType: string): string {
  return mediaType.includes('*') ? (OF_RANGE[essenceOf(mediaType)] ?? 'application/octet-stream') : mediaType;
}

/** True when the range of a document, such as `text/*`, includes the type of a message. */
export function includesType(range: string, mediaType: string): boolean {
  const [of, is] = [essenceOf(range), essenceOf(mediaType)];
  return of === is || of === '*/*' || (of.endsWith('/*') && is.startsWith(of.slice(0, -1)));
}
