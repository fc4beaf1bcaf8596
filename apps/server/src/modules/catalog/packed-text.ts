/** Compressed texts. A text is compressed once and stored compressed, so a large document takes little memory and no request waits for Brotli. */
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
/** Length of a short text. Most requests are for short texts, such as slices. */
const SHORT = 32_768;

/** Up to this many slices of a document get the best quality. For more slices it would save a fortieth of each and take a minute in total. */
const FEW = 200;

/** The best quality takes ten times as long as the next one: about 40 ms for a slice, seconds for a whole document. */
function optionsFor({ length }: string, count = 1) {
  const forSlices = count <= FEW ? constants.BROTLI_MAX_QUALITY : 10;
  const quality = length <= SHORT ? forSlices : 9;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
}

export async function packText(text: string): Promise<PackedText> {
  return { etag: entityTag(text), bytes: await compress(text, optionsFor(text)) };
}

/**
 * Synchronous, for worker threads only.
 *
 * @param count number of texts that the caller packs in total
 */
export function packTextNow(text: string, count?: number): PackedText {
  // Copied, because small buffers share one larger buffer, which would be transferred to the other thread as a whole.
  return { etag: entityTag(text), bytes: new Uint8Array(brotliCompressSync(text, optionsFor(text, count))) };
}

export async function unpackText({ bytes }: PackedText): Promise<string> {
  return (await decompress(bytes)).toString('utf8');
}
