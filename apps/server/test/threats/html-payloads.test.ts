/** The payloads of the browser's journeys, as the server writes them: T2 without a browser. */
import { sanitiseHtml } from '@portico/contract/html';
import { htmlPayloads } from '@portico/testkit';
import { describe, expect, it } from 'vitest';

const ALLOWED =
  /^(?:[^<>]|<\/?(?:a|blockquote|br|code|em|h[234]|hr|li|ol|p|pre|strong|su[bp]|table|tbody|td|th|thead|tr|ul)>|<a href="(?:#\/|https:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer">)*$/;

describe('HTML that tries to act', () => {
  const payloads = htmlPayloads('https://canary.example');

  it('has at least 302 forms', () => expect(payloads.length).toBeGreaterThanOrEqual(302));

  it.each(payloads.map((payload) => [payload]))('%j leaves only elements of the list, and the same again', (payload) => {
    const left = sanitiseHtml(payload);
    expect(left).toMatch(ALLOWED);
    expect(sanitiseHtml(left)).toBe(left);
  });
});
