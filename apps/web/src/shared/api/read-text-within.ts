/** Reads the text of a response up to a maximum size. */

export class TooLargeError extends Error {}

/** @throws TooLargeError when the response is larger; the rest is not read */
export async function readTextWithin(response: Response, bytesMax: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      void reader.cancel();
      throw new TooLargeError();
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
