/**
 * A proxy between the server and PostgreSQL that records the statements of the wire protocol (version 3), in their order, each with its connection
 * and its parameters. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { createConnection, createServer } from 'node:net';

export interface CapturedStatement {
  /** The connection of the pool: statements between `begin` and `commit` of one connection are one transaction. */
  readonly connection: number;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

export interface StatementDoor {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Returns the statements since the last call. */
  take(): readonly CapturedStatement[];
  close(): void;
}

export async function openStatementDoor(databaseUrl: string): Promise<StatementDoor> {
  const target = new URL(databaseUrl);
  let passed: CapturedStatement[] = [];
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const reader = createMessageReader(connections, (statement) => passed.push(statement));
    const database = createConnection({ host: target.hostname, port: Number(target.port) });
    client.on('data', (chunk) => {
      reader(chunk);
      database.write(chunk);
    });
    database.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: url.href,
    take() {
      const taken = passed;
      passed = [];
      return taken;
    },
    close: () => server.close(),
  };
}

function createMessageReader(connection: number, onStatement: (statement: CapturedStatement) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>();
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message of a connection has no type.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const type = isStarted ? String.fromCharCode(rest.readUInt8(0)) : '';
      const body = rest.subarray(head + 4, length);
      isStarted = true;
      rest = rest.subarray(length);
      if (type === 'Q') onStatement({ connection, text: textAt(body, 0).text, values: [] });
      if (type === 'P') {
        const name = textAt(body, 0);
        texts.set(name.text, textAt(body, name.end).text);
      }
      if (type === 'B') {
        const portal = textAt(body, 0);
        const name = textAt(body, portal.end);
        onStatement({ connection, text: texts.get(name.text) ?? '', values: readValues(body, name.end) });
      }
    }
  };
}

function readValues(body: Buffer, start: number): readonly (string | null)[] {
  let at = start + 2 + 2 * body.readInt16BE(start);
  const count = body.readInt16BE(at);
  at += 2;
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return body.toString('utf8', at - length, at);
  });
}

function textAt(body: Buffer, start: number): { readonly text: string; readonly end: number } {
  const end = body.indexOf(0, start);
  return { text: body.toString('utf8', start, end), end: end + 1 };
}
