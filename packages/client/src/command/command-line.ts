/** The words after `portico-tpp`: which command they name, with which argument and options, and the help texts. */
import { parseArgs } from 'node:util';

interface OptionText {
  /** What stands behind it, `<days>`; absent for an option without a value. */
  readonly value?: string;
  readonly about: string;
  readonly isNeeded?: true;
}

interface CommandText {
  /** Name of the command's argument; absent where it has none. */
  readonly argument?: string;
  /** There may be more of them. */
  readonly isRepeated?: true;
  readonly summary: string;
  /** What is good to know before; shown with `--help`. */
  readonly help: string;
  readonly options?: Readonly<Record<string, OptionText>>;
}

/** The column of the explanations; the longest command is shorter. */
const SUMMARY_AT = 30;

const YES = { about: 'does not ask for confirmation' } as const;
const CUSTOMER = {
  value: '<customer>',
  about: 'user name, id or personal code from “customers”; default: the one who has a token, or else the one of the guides',
} as const;
const CONSENT = { value: '<consentId>', about: 'a consent that its customer has signed' } as const;
const WAITING = {
  wait: { about: 'waits until the customer has decided' },
  seconds: { value: '<number>', about: 'how long --wait waits; default: 600' },
} as const;
const SIGNING = {
  customer: CUSTOMER,
  back: { value: '<address>', about: 'where the customer returns to; default: a page of the portal' },
  device: { about: 'asks the customer’s device instead of a page, where the bank offers it (PORTICO_DECOUPLED_SCA)' },
  ...WAITING,
} as const;
const APPLICATION = {
  value: '<client id>',
  about: 'one of your applications; default: PORTICO_TPP_APPLICATION, else that of “application use”, else the oldest',
} as const;
const INSTANT = { about: 'an instant payment' } as const;

const TEXTS: Readonly<Record<string, CommandText>> = {
  login: {
    summary: 'signs you in at the portal of the sandbox',
    help: 'Asks for the password without showing it. A program gives it in PORTICO_TPP_PASSWORD or as the first line of its standard input. An account with a second factor is asked for a code, too; a program gives it in PORTICO_TPP_CODE. The session is kept in a file that only you can read, for up to 7 days.',
    options: {
      bank: { value: '<origin>', about: 'of the portal, such as http://localhost:3000', isNeeded: true },
      email: { value: '<address>', about: 'of your account at the portal', isNeeded: true },
    },
  },
  logout: { summary: 'ends the session and deletes its file', help: 'The access tokens of the test customers stay valid.' },
  applications: { summary: 'lists your applications', help: 'Each has a sandbox. Commands are about the one with the mark *.' },
  'application use': {
    argument: 'client id',
    summary: 'chooses the application of your next commands',
    help: 'The choice is kept beside the session. --application and PORTICO_TPP_APPLICATION go first.',
  },
  customers: { summary: 'lists the test customers of your sandbox', help: 'The customer with the mark * has a token.' },
  token: {
    summary: 'prints the access token of a test customer',
    help: 'One customer at a time has a token: to name another customer ends it. A token that has expired is renewed.',
    options: { customer: CUSTOMER },
  },
  accounts: {
    summary: 'lists accounts, with a consent also their balances',
    help: 'Without a consent: the IBANs that the bank shows with a token alone.',
    options: { consent: CONSENT, customer: CUSTOMER },
  },
  transactions: {
    summary: 'lists the transactions of a consent, the newest first',
    help: 'Reads every page that the bank has.',
    options: {
      consent: { ...CONSENT, isNeeded: true },
      account: { value: '<iban>', about: 'one account only' },
      days: { value: '<number>', about: 'how many days back; default: 30' },
      customer: CUSTOMER,
    },
  },
  'consent create': {
    summary: 'asks for a consent to read all accounts',
    help: 'Prints the address at which the customer signs, and opens nothing.',
    options: SIGNING,
  },
  'consent show': {
    argument: 'consentId',
    summary: 'prints the status of a consent',
    help: 'Only “valid” reads.',
    options: { customer: CUSTOMER, ...WAITING },
  },
  'payment create': {
    summary: 'asks for a payment in euros',
    help: 'Prints the address at which the customer signs, and opens nothing. The payees of the sandbox are in the guide “The sandbox”.',
    options: {
      amount: { value: '<amount>', about: 'in euros, such as 12.50', isNeeded: true },
      to: { value: '<iban>', about: 'account of the payee', isNeeded: true },
      payee: { value: '<name>', about: 'name of the payee', isNeeded: true },
      text: { value: '<text>', about: 'for the payee' },
      from: { value: '<iban>', about: 'account of the customer; default: the customer chooses. --device needs it' },
      instant: INSTANT,
      ...SIGNING,
    },
  },
  'payment show': {
    argument: 'paymentId',
    summary: 'prints the status of a payment',
    help: 'An instant payment is found with --instant only.',
    options: { instant: INSTANT, customer: CUSTOMER, ...WAITING },
  },
  'clock show': { summary: 'prints the time of your sandbox', help: 'Only your own sandbox has this time.' },
  'clock advance': {
    summary: 'moves the time of your sandbox ahead',
    help: 'Everything that falls due on the way is done. Give one of the options.',
    options: {
      minutes: { value: '<number>', about: 'up to a day' },
      days: { value: '<number>', about: 'up to a year' },
      months: { value: '<number>', about: 'up to a year' },
    },
  },
  'clock restore': { summary: 'returns to real time', help: 'This resets every test customer of your sandbox.', options: { yes: YES } },
  'sandbox export': {
    summary: 'prints your sandbox as a JSON document',
    help: 'Customers, accounts, balances and transactions. To keep it: portico-tpp sandbox export > sandbox.json. Personal codes and IBANs are in the CSV files only.',
    options: { csv: { value: '<folder>', about: 'writes customers.csv, accounts.csv and transactions.csv there instead' }, yes: YES },
  },
  'sandbox import': {
    argument: 'file',
    isRepeated: true,
    summary: 'adds the customers of such files',
    help: 'One JSON document, or the CSV files together, also as a spreadsheet saved them. All of it or nothing.',
    options: {
      replace: { about: 'replaces your sandbox; consents and payments end' },
      'move-dates': { about: 'moves the transactions to the present' },
      yes: YES,
    },
  },
  'sandbox seed': {
    argument: 'seed',
    summary: 'replaces your sandbox with that of a seed',
    help: 'The same seed gives the same names, accounts, amounts and texts. Personal codes and IBANs differ.',
    options: { yes: YES },
  },
  reset: {
    summary: 'puts one test customer back to the beginning',
    help: 'Balances, transactions, consents and payments. The clock stays.',
    options: { customer: CUSTOMER, yes: YES },
  },
};

/** The names of all commands. */
export const COMMANDS: readonly string[] = Object.keys(TEXTS);

/** They are about the account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['login', 'logout', 'applications', 'application use']);

/** Of every command. */
const COMMON: Readonly<Record<string, OptionText>> = {
  json: { about: 'prints one JSON document; messages go to the standard error' },
  help: { about: 'explains the command' },
};

function optionsOf(name: string): Readonly<Record<string, OptionText>> {
  return { ...TEXTS[name]?.options, ...(!OF_ACCOUNT.has(name) && { application: APPLICATION }), ...COMMON };
}

interface Command {
  readonly name: string;
  /** Empty where the command has none. */
  readonly argument: string;
  /** The arguments after the first one. */
  readonly others: readonly string[];
  /** Values by option; of options without a value the empty text. */
  readonly options: Readonly<Record<string, string>>;
}

/** @returns the command, an explanation that was asked for, or what is wrong with the words. `isJson` as far as the words were understood. */
export type CommandLine = { readonly isJson: boolean } & (
  | { readonly command: Command }
  | { readonly explanation: string }
  | { readonly mistake: string }
);

/** `--name value` and `--name=value` are equal, and after `--` no word is an option. */
export function readCommandLine(given: readonly string[]): CommandLine {
  const options = Object.fromEntries(
    Object.entries(Object.assign({}, ...COMMANDS.map(optionsOf))).map(([name, text]) => [
      name,
      { type: Object(text).value === undefined ? 'boolean' : 'string', ...(name === 'help' && { short: 'h' }) } as const,
    ]),
  );
  const { tokens } = parseArgs({ args: [...given], options, strict: false, allowPositionals: true, tokens: true });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const flags = tokens.filter((token) => token.kind === 'option');
  const isJson = flags.some(({ name }) => name === 'json');
  return { isJson, ...understand(words, flags) };
}

interface Flag {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function understand(words: readonly string[], flags: readonly Flag[]): { command: Command } | { explanation: string } | { mistake: string } {
  const isHelp = flags.some(({ name }) => name === 'help');
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => Object.hasOwn(TEXTS, each)) ?? '';
  const text = TEXTS[name];
  if (text === undefined) {
    if (words.length === 0) return isHelp ? { explanation: listCommands() } : { mistake: listCommands() };
    const asked = words.slice(0, 2).join(' ');
    return { mistake: `There is no command "${asked}".${suggest(asked, COMMANDS)}\n\n${listCommands()}` };
  }
  const explanation = explain(name, text);
  if (isHelp) return { explanation };
  const known = optionsOf(name);
  const options: Record<string, string> = {};
  for (const flag of flags) {
    const fault = faultOf(flag, name, known, options);
    if (fault !== undefined) return { mistake: `${fault}\n\n${explanation}` };
    options[flag.name] = flag.value ?? '';
  }
  const missing = Object.entries(known).find(([option, { isNeeded }]) => isNeeded === true && !Object.hasOwn(options, option));
  if (missing !== undefined) return { mistake: `${name} needs --${missing[0]}.\n\n${explanation}` };
  const [argument, ...others] = words.slice(name.split(' ').length);
  if ((argument === undefined) !== (text.argument === undefined) || (others.length > 0 && text.isRepeated !== true)) {
    const takes = text.argument === undefined ? 'no argument' : `${text.isRepeated === true ? 'arguments' : 'one argument'}, <${text.argument}>`;
    return { mistake: `${name} takes ${takes}.\n\n${explanation}` };
  }
  return { command: { name, argument: argument ?? '', others, options } };
}

function faultOf(flag: Flag, command: string, known: Readonly<Record<string, OptionText>>, earlier: Readonly<Record<string, string>>) {
  const { name, rawName, value, inlineValue } = flag;
  const text = Object.hasOwn(known, name) ? known[name] : undefined;
  // The value of an unknown option may be a secret.
  if (text === undefined) return `${command} has no option ${rawName}.${suggest(name, Object.keys(known), '--')}`;
  if (Object.hasOwn(earlier, name)) return `--${name} is given twice.`;
  if (text.value === undefined) return value === undefined ? undefined : `--${name} takes no value.`;
  if (value === undefined || value === '') return `--${name} needs a value.`;
  if (inlineValue !== true && value.startsWith('-')) return `--${name} needs a value. If the value is "${value}", write --${name}=${value}`;
  return undefined;
}

/** Half of the letters may be wrong, and no more. */
function suggest(given: string, known: readonly string[], prefix = ''): string {
  const ranked = known.map((name) => ({ name, steps: stepsBetween(given, name) })).sort((one, other) => one.steps - other.steps);
  const [best] = ranked;
  return best === undefined || best.steps > best.name.length / 2 ? '' : ` Did you mean ${prefix}${best.name}?`;
}

/** Letters to insert, remove or replace (Levenshtein). */
function stepsBetween(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()];
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries())
      next.push(Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (letter === wanted ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

function explain(name: string, text: CommandText): string {
  const rows = Object.entries(optionsOf(name)).map(
    ([option, { value, about, isNeeded }]) =>
      `  ${[`--${option}`, value].filter(Boolean).join(' ').padEnd(SUMMARY_AT)}${about}${isNeeded === true ? ', needed' : ''}`,
  );
  return [`portico-tpp ${usageOf(name, text)}`, '', ...rows, '', `${name}: ${text.summary}.`, text.help].join('\n');
}

function listCommands(): string {
  const rows = Object.entries(TEXTS).map(([name, text]) => `  ${usageOf(name, text).padEnd(SUMMARY_AT)}${text.summary}`);
  const ends = 'Ends with 0: done, 1: the bank or the customer refused, 2: wrong use, 3: no connection, 4: not decided in time.';
  return ['portico-tpp <command>', '', ...rows, '', 'Each has --help (-h) and --json. Values: --name value or --name=value.', ends].join('\n');
}

const usageOf = (name: string, { argument, isRepeated, options }: CommandText) =>
  [name, ...(argument === undefined ? [] : [`<${argument}>${isRepeated === true ? '…' : ''}`]), ...(options === undefined ? [] : ['…'])].join(' ');
