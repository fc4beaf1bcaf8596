/** Texts as they are kept and sent: compressed once, so that a large document costs little memory and no time while somebody waits. */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import { entityTag } from '#platform/http/entity-tag.ts';

export interface PackedText {
  /** RFC 9110 §8.8.3, quotes included. */
  readonly etag: string;
  /** Brotli. */
  readonly bytes: Uint8Array;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Of a text. Most that are asked for are shorter: a slice is. */
const SHORT = 32_768;

/** The best packing takes ten times as long as the next: for a slice that is milliseconds, for a whole document seconds. */
function optionsFor({ length }: string) {
  const quality = length <= SHORT ? constants.BROTLI_MAX_QUALITY : 9;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
}

export async function packText(text: string): Promise<PackedText> {
  return { etag: entityTag(text), bytes: await compress(text, optionsFor(text)) };
}

/** In a worker, where nobody waits. */
export function packTextNow(text: string): PackedText {
  // A copy: small buffers are parts of a larger one, which would travel to the other thread as a whole.
  return { etag: entityTag(text), bytes: new Uint8Array(brotliCompressSync(text, optionsFor(text))) };
}

export async function unpackText({ bytes }: PackedText): Promise<string> {
  return (await decompress(bytes)).toString('utf8');
}
