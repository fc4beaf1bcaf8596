/**
 * A minimal OpenTelemetry collector for `http/protobuf`: accepts every request at once and counts the spans by the first part of the path. It stores
 * nothing and parses as little as possible, because it shares the machine with the measured server. It is a separate process; the order is a JSON
 * file named on the command line.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

export interface CollectorOrder {
  readonly port: number;
}

/** Fields of opentelemetry/proto/collector/trace/v1: resource_spans, scope_spans, spans. */
const PATH_TO_SPANS = [1, 2, 2];
const LENGTH_DELIMITED = 2;

const order: CollectorOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const spans: Record<string, number> = {};

const server = createServer((request, response) => {
  const [, sender = '', , signal] = (request.url ?? '').split('/');
  if (request.method === 'GET') {
    response.end(JSON.stringify(spans));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => {
    if (signal === 'traces') spans[sender] = (spans[sender] ?? 0) + countFields(Buffer.concat(chunks), PATH_TO_SPANS);
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
});
server.listen(order.port, 'localhost', () => console.log('listening'));

/** Counts the messages at a path of field numbers. All messages on this path consist of length-delimited fields. */
function countFields(message: Buffer, [field, ...below]: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < message.length; ) {
    const tag = message[at] ?? 0;
    if (tag % 8 !== LENGTH_DELIMITED) throw new RangeError(`Tag ${tag} is not expected here.`);
    let length = 0;
    let shift = 0;
    do {
      at += 1;
      length += ((message[at] ?? 0) % 128) * 2 ** shift;
      shift += 7;
    } while ((message[at] ?? 0) >= 128);
    at += 1;
    if (tag >> 3 === field) count += below.length === 0 ? 1 : countFields(message.subarray(at, at + length), below);
    at += length;
  }
  return count;
}
