/**
 * Prepared statements of one embedded database. Each is parsed once and then takes one message exchange. PostgreSQL plans it again only where the
 * values matter. `PGlite.query` parses, describes and plans every time, in six exchanges (decision 0052).
 */
import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';
import { STALE_PLAN } from './database-unavailable.ts';

const { serialize } = protocol;
/** The project has far fewer statement texts. The limit keeps the map from growing with texts that occur only once. */
const PREPARED_MAX = 1_000;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Prepared {
  readonly name: string;
  /** OIDs of the parameters' types. */
  readonly types: readonly number[];
  /** Names and types of the columns; empty for a statement without rows. */
  readonly columns: Messages;
}

export type Statements = <Row>(text: string, values: readonly unknown[]) => Promise<Results<Row>>;

/** The caller must send one statement at a time. */
export function openStatements(pglite: PGlite): Statements {
  const known = new Map<string, Prepared>();
  let named = 0;

  async function prepare(text: string): Promise<Prepared> {
    named += 1;
    const name = `s${named}`;
    const described = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const columns = described.filter((message) => message.name === 'rowDescription');
    const statement = { name, types: parse.parseDescribeStatementResults(described), columns };
    known.set(text, statement);
    return statement;
  }

  async function send(...messages: readonly Uint8Array[]): Promise<Messages> {
    if (pglite.closed) throw new Error('The embedded database is closed.');
    return pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]));
  }

  return async <Row>(text: string, values: readonly unknown[]): Promise<Results<Row>> => {
    if (known.size >= PREPARED_MAX && !known.has(text)) return pglite.query<Row>(text, [...values]);
    const { name, types, columns } = known.get(text) ?? (await prepare(text));
    const written = values.map((value, at) => (value === null || value === undefined ? null : write(value, pglite.serializers[types[at] ?? 0])));
    try {
      const answered = await send(serialize.bind({ statement: name, values: written }), serialize.execute());
      const [result] = parse.parseResults([...columns, ...answered], pglite.parsers);
      return result as Results<Row>;
    } catch (error) {
      // The statement's table was altered. The next call parses it again.
      if (error instanceof Error && STALE_PLAN.test(error.message)) known.delete(text);
      throw error;
    }
  };
}

function write(value: unknown, serializer: PGlite['serializers'][number] | undefined): string {
  return serializer === undefined ? String(value) : serializer(value);
}
