/**
 * A minimal OpenTelemetry collector: accepts every request at once and counts the spans by the first part of the path. It stores nothing and parses
 * as little as possible, because it shares the machine with the measured server. It is a separate process; the order is a JSON file named on the
 * command line.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

export interface CollectorOrder {
  readonly port: number;
}

const SPAN = '"spanId"';

const order: CollectorOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const spans: Record<string, number> = {};

const server = createServer((request, response) => {
  const [, sender = ''] = (request.url ?? '').split('/');
  if (request.method === 'GET') {
    response.end(JSON.stringify(spans));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => {
    spans[sender] = (spans[sender] ?? 0) + countIn(Buffer.concat(chunks));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
server.listen(order.port, 'localhost', () => console.log('listening'));

function countIn(body: Buffer): number {
  let count = 0;
  for (let at = body.indexOf(SPAN); at >= 0; at = body.indexOf(SPAN, at + SPAN.length)) count += 1;
  return count;
}
