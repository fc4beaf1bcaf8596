import { describe, expect, it } from 'vitest';
import { clientNameFlaw } from './client-name.ts';

describe('a name of an application', () => {
  it.each([
    ...[
      'Lumen Books OÜ',
      'Šiaulių kaupas',
      'Ångström & Søn',
      'Þór hf.',
      'Łódź Straße 24',
      'Œuvre',
      'ĸalaallit',
      'Лумен Боокс',
      'Їжак',
      'Ђорђе',
      'Phở Nguyễn',
      'Ќе',
    ],
    ...['Λυμεν Βιβλία', 'ლუმენი', 'ספרי לומן', 'كتب لومن', 'ルーメン書店', '루멘', 'लुमेन'],
  ])('may be %s', (name) => {
    expect(clientNameFlaw(name)).toBeUndefined();
  });

  it.each([
    ['phonetic letters', 'Portɪco'],
    ['small capitals', 'Porᴛico'],
    ['letters with a hook', 'Porƭico'],
    ['a historical letter', 'Ƿortico'],
    ['Cyrillic letters of other alphabets', 'ҏогтісо'],
    ['Coptic letters', 'ⲢⲞⲢⲦⲒⲤⲞ'],
    ['Cherokee letters', 'ᏢᎾᏒᎢᏟᎾ'],
    ['Lisu letters', 'ꓑꓳꓣꓔꓲꓚꓳ'],
  ])('has no %s: %s', (_what, name) => {
    expect(String(clientNameFlaw(name))).toMatch(/^The letter . belongs to no alphabet of names/u);
  });

  it.each([
    ['a letter above the one before', 'P\u0366rtico'],
    ['a ring around it', 'P\u20ddrtico'],
    ['a mark of a seldom script', 'Por\u{11c38}ico'],
    ['a mark of music', 'Por\u{1d165}ico'],
    ['a mark on a figure', 'Lumen 1\u20e3x'],
    ['marks on marks', 'Lume\u0301\u0301n'],
  ])('has no mark beside its letters, %s: %s', (_what, name) => {
    expect(String(clientNameFlaw(name))).toMatch(/marks that belong|no alphabet|special form/);
  });

  it.each([
    ['Hebrew and Latin', '\u05e4ortico'],
    ['Cyrillic and Latin', 'P\u043ertico'],
    ['Greek and Latin', 'Por\u03c4ico'],
    ['Armenian and Latin', '\u053cumen'],
    ['Thai and Latin', 'Lumen\u0e01'],
  ])('has no word in %s: %s', (_what, name) => {
    expect(clientNameFlaw(name)).toContain('letters of two scripts');
  });

  it.each(['Portic๐', 'Lumen ٣', 'Lumen ४'])('has no figures of other scripts: %s', (name) => {
    expect(clientNameFlaw(name)).toBe('The figures of a name are 0 to 9. Write them so.');
  });
});
