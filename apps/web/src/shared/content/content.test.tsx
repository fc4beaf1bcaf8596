import type { Paragraph } from '@portico/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { goToSection, SectionPageContext } from '../portal/prose/sections.ts';
import { isContentPage, isMenu } from './content-checks.ts';
import { Paragraphs } from './paragraphs.tsx';

afterEach(cleanup);

const page = (...field_paragraphs: unknown[]) => ({ title: 'T', url: '/t', field_paragraphs });
const text = (href: unknown) => page({ type: 'text', content: [{ text: 'x', href }] });

describe('the check of content', () => {
  it('accepts every kind of paragraph', () => {
    expect(
      isContentPage(
        page(
          { type: 'heading', level: 2, id: 'a', text: 'A' },
          { type: 'text', content: [{ text: 'x', code: true }] },
          { type: 'list', ordered: true, items: [[{ text: 'x' }]] },
          { type: 'code', language: 'http', code: 'GET' },
          { type: 'table', head: ['A'], rows: [[[{ text: 'x' }]]] },
          { type: 'hero', title: 'T', lead: 'L', actions: [{ label: 'Go', href: '#/', primary: true }] },
          { type: 'steps', title: 'T', items: [{ who: 'w', atBank: true, title: 't', text: 'x', code: 'c' }] },
          { type: 'links', title: 'T', items: [{ label: 'l', href: '#/x', text: 't' }] },
          { type: 'html', body: '<p>x</p>' },
        ),
      ),
    ).toBe(true);
  });
  it.each(['#/welcome', 'https://bank.example/x', 'mailto:help@bank.example'])('accepts a link to %s', (href) => {
    expect(isContentPage(text(href))).toBe(true);
    expect(isContentPage(page({ type: 'hero', title: 'T', lead: 'L', actions: [], note: [{ text: 'x', href }] }))).toBe(true);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://bank.example', '//bank.example', '/x', '', 1])('refuses a link to %s', (href) => {
    expect(isContentPage(text(href))).toBe(false);
    expect(isContentPage(page({ type: 'hero', title: 'T', lead: 'L', actions: [], note: [{ text: 'x', href }] }))).toBe(false);
  });
  it.each([
    null,
    'x',
    [],
    {},
    page({ type: 'html', html: '<b>' }),
    page({ type: 'heading', level: 1, id: 'a', text: 'A' }),
    page('x'),
    page({ type: 'toString' }),
  ])('refuses %j', (value) => {
    expect(isContentPage(value)).toBe(false);
  });
  it('refuses a page with more than 5000 paragraphs', () => {
    const paragraph = { type: 'code', language: '', code: '' };
    expect(isContentPage(page(...Array.from({ length: 5001 }, () => paragraph)))).toBe(false);
  });
  it('refuses a menu with an unknown component or an invalid address', () => {
    const menu = (item: object) => ({ main: [{ title: 'T', pageUrl: '/t', component: 'ContentPage', ...item }], hidden: [], user: [] });
    expect(isMenu(menu({}))).toBe(true);
    expect(isMenu(menu({ component: 'Script' }))).toBe(false);
    expect(isMenu(menu({ pageUrl: 'https://x' }))).toBe(false);
    expect(isMenu({ main: [] })).toBe(false);
  });
});

describe('paragraphs', () => {
  it('render text that looks like markup as text', () => {
    render(<Paragraphs paragraphs={[{ type: 'text', content: [{ text: '<img src=x onerror=alert(1)>' }] }]} />);
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });
  it('copy code exactly', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (value: string) => void copied.push(value) } });
    render(<Paragraphs paragraphs={[{ type: 'code', language: 'bash', code: 'curl \\\n  -X POST' }]} />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(copied).toEqual(['curl \\\n  -X POST']);
  });
});

describe('the addresses of a page', () => {
  const table: Extract<Paragraph, { type: 'table' }> = {
    type: 'table',
    head: ['Status', 'Code'],
    rows: [[[{ text: '413' }], [{ text: 'A_B', code: true }]]],
    anchors: ['A_B-413'],
  };
  const heading = { type: 'heading', level: 2, id: 'first', text: 'First' } as const;
  it('are links beside its headings and its error codes', () => {
    render(
      <SectionPageContext value="/guide">
        <Paragraphs paragraphs={[heading, table]} />
      </SectionPageContext>,
    );
    expect(screen.getByRole('link', { name: 'Link to First' }).getAttribute('href')).toBe('#/guide?section=first');
    expect(screen.getByRole('link', { name: 'Link to A_B-413' }).closest('td')?.textContent).toBe('A_B#');
  });
  it('focus the heading or the row, also of a code without a row for its status', () => {
    render(<Paragraphs paragraphs={[heading, { ...table, anchors: ['A_B'] }]} />);
    goToSection('first');
    expect(document.activeElement?.textContent).toBe('First');
    goToSection('A_B-415');
    expect(document.activeElement?.tagName).toBe('TR');
    goToSection('unknown');
    expect(document.activeElement?.tagName).toBe('TR');
  });
  it('are no links in other texts', () => {
    render(<Paragraphs paragraphs={[heading, table]} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
