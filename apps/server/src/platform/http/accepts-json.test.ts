import { describe, expect, it } from 'vitest';
import { acceptsJson } from './accepts-json.ts';

// RFC 9110 §12.5.1. Review of 25 November 2026, X18.
describe('a caller takes JSON', () => {
  it.each([
    undefined,
    '',
    ' ',
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8;q=0.1',
    'application/json;version=1, application/xml',
    'application/xml, application/json;q=0.1',
    'application/xml;q=1.0,*/*;q=0.001',
    'text/html, application/xhtml+xml, */*; q=0.8',
    'application/xml;q=0, */*',
    'text/plain ,application/*;q=0.2',
  ])('with Accept: %s', (accept) => expect(acceptsJson(accept)).toBe(true));

  it.each([
    'application/xml',
    'text/*',
    'text/csv, application/xml',
    'application/problem+json',
    'application/json;q=0',
    'application/json; q=0.000, */*',
    'application/*;q=0',
    '*/*;q=0',
    'application/json;q=0, application/*;q=1',
    'json',
    ',',
    'application/jsonp',
  ])('not with Accept: %s', (accept) => expect(acceptsJson(accept)).toBe(false));
});
