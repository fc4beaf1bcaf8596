import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileMessage } from './compile-catalogue.ts';
import { createI18nOf } from './i18n.ts';
import { I18nProvider } from './i18n-provider.tsx';
import { RichText } from './rich-text.tsx';

afterEach(cleanup);

function partsOf(message: string, values: Record<string, string | number>) {
  const { container } = render(
    <I18nProvider i18n={createI18nOf('en', { 'x.y': compileMessage(message) })}>
      <RichText id="x.y" values={values} />
    </I18nProvider>,
  );
  return [container.textContent, [...container.querySelectorAll('b')].map((bold) => bold.textContent)];
}

describe('a rich text', () => {
  it('has bold parts where its message says so', () => {
    expect(partsOf('Wait <b>{count, plural, one {# day} other {# days}}</b> for {who}', { count: 2, who: 'Liis' })).toEqual([
      'Wait 2 days for Liis',
      ['2 days'],
    ]);
  });
  it.each(['<b>Liis</b>', '</b>Liis<b>', '<img src=x>', String.raw`\x3cb\x3e`])('shows a value as it is, never as markup: %j', (who) => {
    expect(partsOf('For <b>{who}</b> and {who}', { who })).toEqual([`For ${who} and ${who}`, [who]]);
  });
});
