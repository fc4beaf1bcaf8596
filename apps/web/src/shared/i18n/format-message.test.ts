import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile-catalogue.ts';
import { formatMessage, type Values } from './format-message.ts';

const say = (message: string, values: Values = {}, locale = 'en') => formatMessage(compileMessage(message), locale, values);

describe('a message says', () => {
  it.each([
    ['Nothing but its text', {}, 'Nothing but its text'],
    ['{fee} for {payee}', { fee: '1.00 €', payee: 'Liis' }, '1.00 € for Liis'],
    ['{count, number} recipients', { count: 12_345 }, '12,345 recipients'],
    ['{count, plural, one {# day} other {# days}}', { count: 1 }, '1 day'],
    ['{count, plural, one {# day} other {# days}}', { count: 1000 }, '1,000 days'],
    ['{count, plural, =0 {now} one {in # second} other {in # seconds}}', { count: 0 }, 'now'],
    ['{count, plural, one {# reading in {days} days} other {# readings in {days} days}}', { count: 2, days: 30 }, '2 readings in 30 days'],
    [
      '{count, plural, one {# {who, select, a {card} other {code}}} other {{who, select, a {# cards} other {# codes}}}}',
      { count: 2, who: 'a' },
      '2 cards',
    ],
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
  it('is not read as a message, a case or an escape', () => {
    const hostile = String.raw`{n, plural, other {x}} # <b> \u0041 {who}`;
    expect(say('{count, plural, other {# of {who}}}', { count: 2, who: hostile })).toBe(`2 of ${hostile}`);
  });
  it('is left out where it is missing, also one that every object has', () => {
    expect(say('[{who}] [{toString}]')).toBe('[] []');
  });
});
