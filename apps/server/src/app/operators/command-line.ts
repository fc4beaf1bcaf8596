/** What may be typed after `npm run portico --`, and what is said about it. */

interface CommandText {
  /** Name of its one argument; absent: it has none. */
  readonly argument?: string;
  readonly summary: string;
  /** What one should know before; shown with `--help`. */
  readonly help: string;
}

const TEXTS: Readonly<Record<string, CommandText>> = {
  keys: {
    summary: 'prints a new set of keys for PORTICO_KEYS_FILE',
    help: 'Keep them: a database cannot be used with other keys than its own.',
  },
  migrate: {
    summary: 'brings the database to this version',
    help: 'Every server does so at its start. The embedded database must not be in use.',
  },
  seed: {
    summary: 'fills the sandbox of a development installation',
    help: 'Every development server does so at its start. The embedded database must not be in use.',
  },
  'app find': {
    argument: 'text',
    summary: 'lists applications by part of client id, name or contact',
    help: 'Prints one line of JSON for each application, at most 100; "" finds all. Secrets are never printed.',
  },
  'app suspend': {
    argument: 'clientId',
    summary: 'its tokens die, its calls answer 403 SERVICE_BLOCKED, its running signings end',
    help: 'Customers who are about to sign for it get the way back to its site; nothing unsigned is paid. What customers have signed stays ordered.',
  },
  'app lift': {
    argument: 'clientId',
    summary: 'ends a suspension',
    help: 'Its calls are answered again. The tokens that died stay dead: its customers sign in again.',
  },
  'developer erase': {
    argument: 'email',
    summary: 'deletes a developer with application, test customers, tokens and payments',
    help: 'It cannot be undone: type the address again when asked, or give --yes. The audit log keeps ids only and still verifies.',
  },
  'audit verify': {
    summary: 'checks the hash chains of the audit log',
    help: 'Prints what was counted as JSON; every finding is a line of its own, and the command then ends with 1.',
  },
  'audit export': {
    summary: 'prints the audit log as lines of JSON',
    help: 'Personal content that was erased is absent.',
  },
  'receipt verify': {
    argument: 'file',
    summary: 'checks a receipt, as JSON or PDF, against the audit log',
    help: 'Says what is proven and what is not, and ends with 0: proven, 1: not the receipt of anything signed here, 2: its personal content was erased.',
  },
};

export type CommandLine =
  /** `about`: the argument; empty: the command has none. */
  { readonly name: string; readonly about: string; readonly isConfirmed: boolean } | { readonly explanation: string } | { readonly mistake: string };

export function readCommandLine(given: readonly string[]): CommandLine {
  const [words, options] = [given.filter((word) => !word.startsWith('--')), given.filter((word) => word.startsWith('--'))];
  const asksForHelp = options.includes('--help');
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => Object.hasOwn(TEXTS, each)) ?? '';
  const text = TEXTS[name];
  if (text === undefined) {
    if (words.length === 0) return asksForHelp ? { explanation: listCommands() } : { mistake: listCommands() };
    return { mistake: `There is no command "${words.join(' ')}".\n\n${listCommands()}` };
  }
  const explanation = [`npm run portico -- ${usageOf(name, text)}`, '', `${name}: ${text.summary}.`, text.help].join('\n');
  if (asksForHelp) return { explanation };
  const unknown = options.find((option) => option !== '--yes');
  if (unknown !== undefined) return { mistake: `There is no option ${unknown}.\n\n${explanation}` };
  const [about, ...others] = words.slice(name.split(' ').length);
  if ((about === undefined) !== (text.argument === undefined) || others.length > 0) {
    const takes = text.argument === undefined ? 'no argument' : `one argument, <${text.argument}>`;
    return { mistake: `${name} takes ${takes}.\n\n${explanation}` };
  }
  return { name, about: about ?? '', isConfirmed: options.includes('--yes') };
}

function listCommands(): string {
  const rows = Object.entries(TEXTS).map(([name, text]) => `  ${usageOf(name, text).padEnd(26)}${text.summary}`);
  return ['npm run portico -- <command>', '', ...rows, '', 'Each has --help.'].join('\n');
}

const usageOf = (name: string, { argument }: CommandText) => (argument === undefined ? name : `${name} <${argument}>`);
