import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { placeInJson } from './place-in-json.ts';

const TEXT = '{"amount": {"value": "1", "list": [10, {"x/y": null}]}, "no~te": true, "amount": {"value": "2"}}';

function marked(text: string, steps: readonly string[] | undefined): string {
  const state = EditorState.create({ doc: text, extensions: [json()] });
  const { from, to } = placeInJson(state, steps);
  return text.slice(from, to);
}

describe('a finding', () => {
  it.each<[string, string[], string]>([
    ['a value', ['no~te'], 'true'],
    ['a value of a name that stands there twice: the last one counts', ['amount', 'value'], '"2"'],
    ['the name of what holds others', ['amount'], '"amount"'],
    ['the first bracket of the whole', [], '{'],
    ['the beginning, where nothing is at this place', ['amount', 'other', 'deeper'], '{'],
  ])('is marked at %s', (_what, steps, expected) => {
    expect(marked(TEXT, steps)).toBe(expected);
  });
  it('is marked in lists by its place, and by names with signs in them', () => {
    const text = '[0, {"x/y": {"ž \\"": -1.5e3}}]';
    expect(marked(text, ['1', 'x/y', 'ž "'])).toBe('-1.5e3');
    expect(marked(text, ['1'])).toBe('{');
    expect(marked(text, ['7'])).toBe('[');
  });
});

describe('what is no JSON', () => {
  it.each([
    ['{"a": }', 6],
    ['{"a": 1 "b": 2}', 8],
    ['{"a": 1', 6],
    ['', 0],
    ['[1,]', 3],
  ])('is marked where it goes wrong, with at least one sign: %s', (text, from) => {
    const state = EditorState.create({ doc: text, extensions: [json()] });
    const place = placeInJson(state, undefined);
    expect(place.from).toBe(from);
    expect(place.to - place.from).toBeGreaterThanOrEqual(Math.min(1, text.length));
  });
});
