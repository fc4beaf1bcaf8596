/**
 * The rules for a new password: the specified rules, a maximum length, and no password that attackers try first. The list is short, because
 * the rules already exclude most common ones. What remains are common words with a capital, a sign and a year.
 */
import { PASSWORD_LENGTH_MAX, type PasswordRule, unmetPasswordRules } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

const REASONS: Readonly<Record<PasswordRule, string>> = {
  length: 'It needs at least 8 characters.',
  lowercase: 'It needs a lowercase letter.',
  special: 'It needs a special character.',
  number: 'It needs a number.',
  capital: 'It needs a capital letter.',
};

/** Common parts of the passwords at the top of published lists, and this product's own words. */
const COMMON_WORDS = [
  ...['password', 'passwort', 'passw', 'parool', 'parole', 'slaptazodis', 'pass', 'welcome', 'letmein', 'changeme', 'changeit', 'default', 'secret'],
  ...[
    'admin',
    'administrator',
    'root',
    'user',
    'guest',
    'login',
    'test',
    'tester',
    'testing',
    'demo',
    'sample',
    'temp',
    'temporary',
    'hello',
    'master',
  ],
  ...['qwerty', 'qwertyuiop', 'qwertz', 'asdfgh', 'asdf', 'zxcvbn', 'zxcvbnm', 'qaz', 'wsx', 'qazwsx', 'abcdef', 'abcd', 'abc', 'aaaaaa'],
  ...['iloveyou', 'sunshine', 'princess', 'dragon', 'monkey', 'football', 'baseball', 'basketball', 'superman', 'batman', 'shadow', 'charlie'],
  ...['michael', 'jordan', 'jessica', 'ashley', 'daniel', 'thomas', 'andrew', 'robert', 'liverpool', 'chelsea', 'arsenal', 'pokemon', 'starwars'],
  ...['summer', 'autumn', 'winter', 'spring', 'january', 'december', 'monday', 'friday', 'computer', 'internet', 'samsung', 'google', 'whatever'],
  ...['trustno', 'freedom', 'access', 'killer', 'soccer', 'hockey', 'cheese', 'flower', 'purple', 'orange', 'ginger', 'cookie', 'matrix', 'ninja'],
  ...['portico', 'openbanking', 'banking', 'bank', 'developer', 'sandbox', 'psd', 'api', 'portal', 'tallinn', 'riga', 'vilnius', 'estonia', 'latvia'],
] as const;

const LOOKS_LIKE: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** Longer passwords are hard to guess even if they consist of words. */
const WORDS_MATTER_BELOW = 16;
const LETTERS_LEFT_MIN = 4;

/** @throws UiRefusal 400 PASSWORD_INVALID, `Invalid password!` with the reason. @param context address and product, whose words are guessed first. */
export function requireGoodPassword(password: string, context: readonly string[]): void {
  // The form that is hashed: a keyboard that sends combining marks changes neither the length nor the signs of a password.
  const reason = whyRefused(password.normalize('NFC'), context);
  if (reason !== undefined) throw new UiRefusal(400, 'PASSWORD_INVALID', `Invalid password! ${reason}`, { path: 'password' });
}

function whyRefused(password: string, context: readonly string[]): string | undefined {
  const [unmet] = unmetPasswordRules(password);
  if (unmet !== undefined) return REASONS[unmet];
  if (password.length > PASSWORD_LENGTH_MAX) return `It may have at most ${PASSWORD_LENGTH_MAX} characters.`;
  const word = password.length < WORDS_MATTER_BELOW ? findGuessableWord(password, context) : undefined;
  return word === undefined ? undefined : `It is easy to guess, because it is little more than "${word}". Choose another one.`;
}

/** A word that leaves fewer than four other letters. */
function findGuessableWord(password: string, context: readonly string[]): string | undefined {
  const contextWords = context.flatMap((text) => text.toLowerCase().split(/[^a-z]+/)).filter((word) => word.length >= LETTERS_LEFT_MIN);
  const words = [...contextWords, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length);
  const lower = password.toLowerCase();
  for (const text of [lower, dressedDown(lower)]) {
    const letters = text.replaceAll(/[^\p{L}]/gu, '');
    const found = words.filter((word) => letters.includes(word));
    const left = found.reduce((rest, word) => rest.replaceAll(word, ''), letters);
    if (found[0] !== undefined && left.length < LETTERS_LEFT_MIN) return found[0];
  }
  return undefined;
}

function dressedDown(text: string): string {
  return [...text].map((character) => LOOKS_LIKE[character] ?? character).join('');
}
