/** Content negotiation: encodings, types and versions, by RFC 9110 §12 and §13. */
// Review of 25 November 2026, O3 and O4.
import { describe, expect, it } from 'vitest';
import { hasTag } from './entity-tag.ts';
import { codingFor, mediaTypeFor } from './negotiate.ts';

describe('a content coding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'identity'],
    ['brotli', 'identity'],
    ['br;q=0', 'identity'],
    ['br;q=0.0, gzip', 'identity'],
    ['br ; q=0.000', 'identity'],
    ['gzip, br;q=0, *', 'identity'],
    ['*', 'br'],
    ['*;q=0, br', 'br'],
    ['*;q=0, identity', 'identity'],
    ['identity;q=0, br', 'br'],
    ['identity;q=0, *', 'br'],
    ['br;q=0.5, identity', 'identity'],
    ['br;q=0.5, identity;q=0.4', 'br'],
    ['br;q=0.001', 'br'],
  ])('for Accept-Encoding: %s is %s', (accepted, coding) => {
    expect(codingFor(accepted === undefined ? {} : { 'accept-encoding': accepted }, ['br'])).toBe(coding);
  });

  it.each(['*;q=0', 'identity;q=0', 'identity;q=0, br;q=0', 'br;q=0, *;q=0', 'identity;q=0, gzip'])(
    'is none for %s, which refuses both: 406',
    (accepted) => {
      expect(() => codingFor({ 'accept-encoding': accepted }, ['br'])).toThrow(expect.objectContaining({ status: 406 }));
    },
  );
});

describe('a content coding of a file that is packed in two ways', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.9, br;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['*', 'br'],
  ])('for Accept-Encoding: %s is %s', (accepted, coding) => {
    expect(codingFor({ 'accept-encoding': accepted }, ['br', 'gzip'])).toBe(coding);
  });
});

describe('a type', () => {
  const OFFERED = ['application/json', 'text/markdown'] as const;
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/markdown'],
    ['text/markdown', 'text/markdown'],
    ['TEXT/Markdown;charset=utf-8', 'text/markdown'],
    ['text/markdown;q=0', 'application/json'],
    ['text/markdown;q=0.1, application/json', 'application/json'],
    ['application/json;q=0.1, text/markdown;q=0.2', 'text/markdown'],
    ['application/json;q=0.5, */*;q=0.6', 'text/markdown'],
    ['text/markdown, */*', 'text/markdown'],
    ['text/markdown;q=0.4, */*;q=0.8', 'application/json'],
    ['text/html', 'application/json'],
    ['application/json;q=0, text/markdown;q=0.001', 'text/markdown'],
  ])('for Accept: %s is %s', (accept, type) => {
    expect(mediaTypeFor(accept === undefined ? {} : { accept }, OFFERED)).toBe(type);
  });
});

describe('a version that is known', () => {
  it.each([
    ['*', true],
    [' * ', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a" ,"c"', true],
    ['"b"', false],
    ['', false],
    [undefined, false],
    ['a', false],
    ['"a', false],
    ['"b,*"', false],
    ['"x""a', false],
  ])('by If-None-Match: %s is %s', (given, isKnown) => {
    expect(hasTag(given, '"a"')).toBe(isKnown);
    expect(hasTag(given, 'W/"a"')).toBe(isKnown);
  });
});
