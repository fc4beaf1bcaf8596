/** Reads the words of operators' commands after `npm run portico --`. */
import { parseArgs } from 'node:util';
import { nearestName } from '#platform/nearest-name.ts';
import { type CommandText, TEXTS } from './command-texts.ts';

/** The column of the explanations; the longest command is shorter. */
const SUMMARY_AT = 34;

/** The names of all commands. */
export const COMMANDS: readonly string[] = Object.keys(TEXTS);

export type CommandLine =
  | {
      readonly name: string;
      /** The argument; empty where the command has none. */
      readonly about: string;
      /** Present where the command takes any number of files. */
      readonly files?: readonly string[];
      readonly isConfirmed: boolean;
      readonly options: Readonly<Record<string, string>>;
    }
  | { readonly explanation: string }
  | { readonly mistake: string };

/** Options of every command. */
const COMMON = { help: { type: 'boolean', short: 'h' }, yes: { type: 'boolean' } } as const;

/** Reads the words after `npm run portico --`. `--name value` and `--name=value` are equal, and after `--` no word is an option. */
export function readCommandLine(typed: readonly string[]): CommandLine {
  const valued = Object.values(TEXTS).flatMap(({ options = {} }) => Object.keys(options));
  const known = { ...Object.fromEntries(valued.map((option) => [option, { type: 'string' } as const])), ...COMMON };
  const { tokens } = parseArgs({ args: [...typed], options: known, strict: false, allowPositionals: true, tokens: true });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const flags = tokens.filter((token) => token.kind === 'option');
  const asksForHelp = flags.some(({ name }) => name === 'help');
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => Object.hasOwn(TEXTS, each)) ?? '';
  const text = TEXTS[name];
  if (text === undefined) {
    if (words.length === 0) return asksForHelp ? { explanation: listCommands() } : { mistake: listCommands() };
    const nearest = nearestName(words.slice(0, 2).join(' '), COMMANDS);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return { mistake: `There is no command "${words.join(' ')}".${hint}\n\n${listCommands()}` };
  }
  const explanation = [`npm run portico -- ${usageOf(name, text)}`, ...optionLines(text), '', `${name}: ${text.summary}.`, text.help].join('\n');
  if (asksForHelp) return { explanation };
  const options: Record<string, string> = {};
  for (const flag of flags) {
    const fault = faultOf(flag, name, options);
    if (fault !== undefined) return { mistake: `${fault}\n\n${explanation}` };
    if (flag.name !== 'yes') options[flag.name] = flag.value ?? '';
  }
  const missing = Object.entries(text.options ?? {}).find(([option, { isNeeded }]) => isNeeded === true && options[option] === undefined);
  if (missing !== undefined) return { mistake: `${name} needs --${missing[0]}.\n\n${explanation}` };
  const isConfirmed = flags.some((flag) => flag.name === 'yes');
  const given = words.slice(name.split(' ').length);
  if (text.files !== undefined) return { name, about: '', files: given, isConfirmed, options };
  const [about, ...others] = given;
  if ((about === undefined) !== (text.argument === undefined) || others.length > 0) {
    const takes = text.argument === undefined ? 'no argument' : `one argument, <${text.argument}>`;
    return { mistake: `${name} takes ${takes}.\n\n${explanation}` };
  }
  return { name, about: about ?? '', isConfirmed, options };
}

interface Flag {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** @param earlier the options before this one */
function faultOf(flag: Flag, command: string, earlier: Readonly<Record<string, string>>): string | undefined {
  const { name, rawName, value, inlineValue } = flag;
  const own = Object.keys(TEXTS[command]?.options ?? {});
  if (name === 'yes') return value === undefined ? undefined : '--yes takes no value.';
  if (!own.includes(name)) {
    const right = [...own, 'yes', 'help'].map((option) => `--${option}`).join(', ');
    const nearest = rawName.startsWith('--') ? nearestName(name, [...own, 'yes', 'help']) : undefined;
    const hint = rawName.startsWith('--') ? '' : ' An argument that begins with "-" stands behind "--".';
    return `There is no option ${rawName}. ${command} takes ${right}.${hint}${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
  }
  if (value === undefined) return `--${name} needs a value.`;
  if (inlineValue !== true && value.startsWith('-') && value !== '-')
    return `--${name} needs a value. If the value is "${value}", write --${name}=${value}`;
  return Object.hasOwn(earlier, name) ? `--${name} is given twice.` : undefined;
}

function optionLines({ options = {} }: CommandText): readonly string[] {
  const rows = Object.entries(options).map(
    ([name, { value, about, isNeeded }]) => `  ${`--${name} ${value}`.padEnd(SUMMARY_AT)} ${about}${isNeeded ? ', needed' : ''}`,
  );
  return rows.length === 0 ? [] : ['', ...rows];
}

function listCommands(): string {
  const rows = Object.entries(TEXTS).map(([name, text]) => `  ${usageOf(name, text).padEnd(SUMMARY_AT)}${text.summary}`);
  return ['npm run portico -- <command>', '', ...rows, '', 'Each has --help (-h). Values: --name value or --name=value.'].join('\n');
}

const usageOf = (name: string, { argument, files, options }: CommandText) =>
  [
    name,
    ...(argument === undefined ? [] : [`<${argument}>`]),
    ...(files === undefined ? [] : [`[<${files}>…]`]),
    ...(options === undefined ? [] : ['…']),
  ].join(' ');
