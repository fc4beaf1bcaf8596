/** Names a browser for the list of a developer's sessions. */
import bowser from 'bowser';

/** Longer ones are not read: the header is the visitor's own text. */
const READ_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 80;

/**
 * @param userAgent the header `User-Agent` (RFC 9110 §10.1.5)
 * @returns `Firefox on Windows`, at most 80 characters; undefined where neither the browser nor the system is known
 */
export function browserName(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent === '' || userAgent.length > READ_LENGTH_MAX) return undefined;
  const { browser, os } = bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name): name is string => name !== undefined && /^[\w .()+-]{1,40}$/.test(name));
  return names.length === 0 ? undefined : names.join(' on ').slice(0, NAME_LENGTH_MAX);
}
