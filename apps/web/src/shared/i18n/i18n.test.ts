import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile-catalogue.ts';
import { createI18nOf, type Values } from './i18n.ts';

const say = (message: string, values: Values = {}, locale = 'en') =>
  createI18nOf(locale, { 'x.y': compileMessage(message) })
    .read()
    .text('x.y', values);

describe('a message says', () => {
  it.each([
    ['Nothing but its text', {}, 'Nothing but its text'],
    ['{fee} for {payee}', { fee: '1.00 €', payee: 'Liis' }, '1.00 € for Liis'],
    ['{count, number} recipients', { count: 12_345 }, '12,345 recipients'],
    ['{count, plural, one {# day} other {# days}}', { count: 1 }, '1 day'],
    ['{count, plural, one {# day} other {# days}}', { count: 1000 }, '1,000 days'],
    ['{count, plural, =0 {now} one {in # second} other {in # seconds}}', { count: 0 }, 'now'],
    ['{count, plural, one {# reading in {days} days} other {# readings in {days} days}}', { count: 2, days: 30 }, '2 readings in 30 days'],
    ['{count, plural, one {{who, select, a {card} other {code}}} other {{who, select, a {cards} other {codes}}}}', { count: 2, who: 'a' }, 'cards'],
    ['{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 2 }, '2nd'],
    ['Your {device, select, cardReader {card reader} other {phone}}', { device: 'cardReader' }, 'Your card reader'],
    ['Your {device, select, cardReader {card reader} other {phone}}', { device: 'watch' }, 'Your phone'],
    ['# stands for itself', {}, '# stands for itself'],
  ])('%s', (message, values, said) => {
    expect(say(message, values)).toBe(said);
  });
  it.each([
    [1, '1 diena'],
    [10, '10 dienu'],
    [21, '21 diena'],
    [22, '22 dienas'],
    [12_345, '12 345 dienas'],
  ])('%i in the cases and the writing of its language', (count, said) => {
    expect(say('{count, plural, zero {# dienu} one {# diena} other {# dienas}}', { count }, 'lv').replaceAll(/\s/g, ' ')).toBe(said);
  });
});

describe('what a message is given', () => {
  it.each(['constructor', '__proto__', 'toString', ''])('chooses no case by a name that every object has: %j', (device) => {
    expect(say('{device, select, phone {phone} other {another}}', { device })).toBe('another');
  });
  it.each([
    String.raw`{n, plural, other {x}} # <b> \u0041 {who}`,
    String.raw`\x41 \\u0041 \x5cu0041 \ \x`,
    "'{who}' '' #",
    '%__lingui_octothorpe__% 100 % %25',
    '$& $1 {0} <0>x</0> &lt;',
  ])('is shown as it is, never read as a message: %j', (hostile) => {
    expect(say('{who}', { who: hostile })).toBe(hostile);
    expect(say('{count, plural, other {# of {who}}}', { count: 2, who: hostile })).toBe(`2 of ${hostile}`);
    expect(say('{device, select, phone {phone} other {{device}}}', { device: hostile })).toBe(hostile);
  });
  it('is left out where it is missing, also one that every object has', () => {
    expect(say('[{who}] [{toString}]')).toBe('[] []');
  });
});

describe('texts', () => {
  it('are read as they are, also where they look like a message or a key that every object has', () => {
    const i18n = createI18nOf('en', { 'x.y': compileMessage("'{'n'}' and # are text"), toString: ['a text'] });
    expect([i18n.read().text('x.y'), i18n.read().text('toString'), i18n.read().text('constructor')]).toEqual([
      '{n} and # are text',
      'a text',
      'constructor',
    ]);
  });
  it('of a key without one are the key, with values or not', () => {
    expect(createI18nOf('en', {}).read().text('{who}.x', { who: 'Liis' })).toBe('{who}.x');
  });
  it('of a catalogue are not changed by the next catalogue of the language', () => {
    const first = { 'x.a': ['a'] };
    const i18n = createI18nOf('en', first);
    i18n.speak('en', { 'x.a': ['b'], 'x.c': ['c'] });
    expect([first, i18n.read().text('x.a'), i18n.read().text('x.c')]).toEqual([{ 'x.a': ['a'] }, 'b', 'c']);
  });
  it('of another language come with a notice to who shows them', () => {
    const i18n = createI18nOf('en', { 'x.a': ['a'] });
    const seen: string[] = [];
    const end = i18n.subscribe(() => seen.push(i18n.read().text('x.a')));
    i18n.speak('lv', { 'x.a': ['ā'] });
    end();
    i18n.speak('en', {});
    expect([seen, i18n.read().locale, i18n.read().text('x.a')]).toEqual([['ā'], 'en', 'a']);
  });
});
