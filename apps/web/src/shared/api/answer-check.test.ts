import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { answerCheck, nullable, oneOf, optional, type ShapeOf } from './answer-check.ts';

interface Answer {
  id: string;
  count: number;
  isOpen: boolean;
  note?: string;
  end: string | null;
  place: { city: string };
  items: { name: string }[];
}

const whole: Answer = { id: 'a', count: 0, isOpen: false, end: null, place: { city: 'Riga' }, items: [{ name: 'b' }] };

const isAnswer = answerCheck<Answer>({
  id: 'string',
  count: 'number',
  isOpen: 'boolean',
  note: optional<string>('string'),
  end: nullable<string>('string'),
  place: { city: oneOf(['Riga', 'Tallinn']) },
  items: [{ name: 'string' }],
});

describe('an answer', () => {
  it.each([
    ['as required', whole],
    ['with an optional field', { ...whole, note: 'n' }],
    ['with a field that no page knows', { ...whole, added: 1 }],
    ['with an empty list', { ...whole, items: [] }],
  ])('is accepted: %s', (_what, value) => {
    expect(isAnswer(value)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'a'],
    ['a list', [whole]],
    ['without a text', { ...whole, id: undefined }],
    ['with a number for a text', { ...whole, id: 1 }],
    ['with a text for a number', { ...whole, count: '0' }],
    ['with null for a boolean', { ...whole, isOpen: null }],
    ['with an optional field of another type', { ...whole, note: 1 }],
    ['with null for an optional field', { ...whole, note: null }],
    ['without a nullable field', { ...whole, end: undefined }],
    ['with a list for a record', { ...whole, place: ['Riga'] }],
    ['with a value outside the enumeration', { ...whole, place: { city: 'Vilnius' } }],
    ['with a record for a list', { ...whole, items: { 0: { name: 'b' } } }],
    ['with one wrong item', { ...whole, items: [{ name: 'b' }, {}] }],
  ])('is refused: %s', (_what, value) => {
    expect(isAnswer(value)).toBe(false);
  });

  it('has its type after the check', () => {
    const value: unknown = whole;
    if (isAnswer(value)) expectTypeOf(value).toEqualTypeOf<Answer>();
  });
});

type Fits<Shape> = Shape extends ShapeOf<Answer> ? true : false;

describe('the compiler', () => {
  it('accepts a shape of required fields', () => {
    expectTypeOf<Fits<{ id: 'string'; items: readonly [{ name: 'string' }] }>>().toEqualTypeOf<true>();
  });
  it('refuses a field that the type lacks', () => {
    expectTypeOf<Fits<{ missing: 'string' }>>().toEqualTypeOf<false>();
    expectTypeOf<Fits<{ items: readonly [{ missing: 'string' }] }>>().toEqualTypeOf<false>();
  });
  it('refuses a field of another type', () => {
    expectTypeOf<Fits<{ id: 'number' }>>().toEqualTypeOf<false>();
    expectTypeOf<Fits<{ place: 'list' }>>().toEqualTypeOf<false>();
  });
  it('refuses a shape that requires an optional field', () => {
    expectTypeOf<Fits<{ note: 'string' }>>().toEqualTypeOf<false>();
  });
  it('refuses a shape that forbids null where the contract allows it', () => {
    expectTypeOf<Fits<{ end: 'string' }>>().toEqualTypeOf<false>();
  });
});

/** Content may come from another system: its checks go further than the contract. Schemas and prose are no answers, but parts of one. */
const OTHER_CHECKS: readonly string[] = ['shared/api/answers.ts', 'shared/content/content-checks.ts'];
const PARTS: readonly string[] = ['SliceSchema', 'Prose'];

it('only answers.ts contains checks of contract types', () => {
  const root = join(import.meta.dirname, '..', '..');
  const found = globSync('**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !OTHER_CHECKS.includes(path) && !path.includes('/testing/'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const imported: readonly string[] = /import type \{([^}]*)\} from '@portico\/contract'/.exec(text)?.[1]?.match(/\w+/g) ?? [];
      return [...text.matchAll(/value is (\w+)/g)].flatMap(([, type = '']) =>
        imported.includes(type) && !PARTS.includes(type) ? [`${path}: ${type}`] : [],
      );
    });
  expect(found).toEqual([]);
});
