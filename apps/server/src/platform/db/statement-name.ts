/** The name of a statement in metrics: its operation and its table. Never its text or a value. */

export interface StatementName {
  /** `SELECT`, `INSERT`, `begin` …, in upper case. */
  readonly operation: string;
  /** Absent where the statement has no table. */
  readonly table: string | undefined;
}

/** The project's texts are few. Libraries may write values into theirs, so the number of kept texts is limited. */
const KNOWN_MAX = 1_000;
const TEXT_LENGTH_MAX = 4_000;
const LEADING_COMMENT = /^\s*\/\*[^*]*\*\/\s*/;
const WRITE = /\b(insert into|delete from|merge into|update) "?([a-z_]+(?:"?\."?[a-z_]+)?)/gi;
const READ = /\b(?:from|join) "?([a-z_]+(?:"?\."?[a-z_]+)?)/i;
/** Keywords after `update` and `for update`, for example in `for update of …` and `on conflict … do update set`. */
const NO_TABLES: ReadonlySet<string> = new Set(['set', 'skip', 'of', 'nowait']);

const known = new Map<string, StatementName>();

export function nameStatement(text: string): StatementName {
  const earlier = known.get(text);
  if (earlier !== undefined) return earlier;
  const name = readName(text.slice(0, TEXT_LENGTH_MAX).replace(LEADING_COMMENT, ''));
  if (known.size < KNOWN_MAX) known.set(text, name);
  return name;
}

function readName(text: string): StatementName {
  for (const [, verb = '', table = ''] of text.matchAll(WRITE)) {
    if (!NO_TABLES.has(table.toLowerCase())) return { operation: verb.split(' ')[0]?.toUpperCase() ?? '', table: plain(table) };
  }
  const [word = ''] = /^[a-z]{1,20}/i.exec(text.trimStart()) ?? [];
  const operation = word.toUpperCase() === 'WITH' ? 'SELECT' : word.toUpperCase();
  const table = operation === 'SELECT' ? READ.exec(text)?.[1] : undefined;
  return { operation, table: table && plain(table) };
}

const plain = (table: string): string => table.replaceAll('"', '').toLowerCase();
