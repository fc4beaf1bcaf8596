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

/** So many slices of a document are packed as well as can be; of more each saves a fortieth, and all together cost a minute. */
const FEW = 200;

/** The best packing takes ten times as long as the next: for a slice that is some 40 ms, for a whole document seconds. */
function optionsFor({ length }: string, count = 1) {
  const forSlices = count <= FEW ? constants.BROTLI_MAX_QUALITY : 10;
  const quality = length <= SHORT ? forSlices : 9;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
}

export async function packText(text: string): Promise<PackedText> {
  return { etag: entityTag(text), bytes: await compress(text, optionsFor(text)) };
}

/**
 * In a worker, where nobody waits.
 *
 * @param count of how many texts like it this is one
 */
export function packTextNow(text: string, count?: number): PackedText {
  // A copy: small buffers are parts of a larger one, which would travel to the other thread as a whole.
  return { etag: entityTag(text), bytes: new Uint8Array(brotliCompressSync(text, optionsFor(text, count))) };
}

export async function unpackText({ bytes }: PackedText): Promise<string> {
  return (await decompress(bytes)).toString('utf8');
}
