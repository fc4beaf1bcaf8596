import type { Paragraph } from '@portico/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Paragraphs } from '../../content/paragraphs.tsx';
import { openPart, settle } from '../testing/open-part.tsx';
import { CodeLanguageProvider } from './code-language.tsx';

const code = (language: string, text: string): Paragraph => ({ type: 'code', language, code: text });
const between: Paragraph = { type: 'text', content: [{ text: 'between' }] };

async function openGuide(...paragraphs: readonly Paragraph[]) {
  const part = openPart(
    <CodeLanguageProvider>
      <Paragraphs paragraphs={paragraphs} />
    </CodeLanguageProvider>,
  );
  await settle();
  return part;
}

const shown = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent);
const tabs = () => screen.queryAllByRole('tab').map((tab) => `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? ' chosen' : ''}`);
const choose = (name: string) => {
  const [tab] = screen.getAllByRole('tab', { name });
  if (tab !== undefined) fireEvent.click(tab);
};

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

describe('code in several languages', () => {
  it('has a tab for each language and shows the first', async () => {
    await openGuide(code('sh', 'curl x'), code('js', 'x()'), code('python', 'x'));
    expect(tabs()).toEqual(['curl chosen', 'Node', 'Python']);
    expect(shown()).toEqual(['curl x']);
  });
  it('changes in the whole page with one choice, and keeps it for the next page', async () => {
    const first = await openGuide(code('sh', 'a'), code('js', 'b'), between, code('sh', 'c'), code('js', 'd'));
    choose('Node');
    expect(shown()).toEqual(['b', 'd']);
    first.unmount();
    await openGuide(code('sh', 'e'), code('js', 'f'));
    expect(shown()).toEqual(['f']);
  });
  it('copies the program of the page from its first block, and no list of commands', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (value: string) => void copied.push(value) } });
    await openGuide(code('sh', 'a'), code('js', 'b'), between, code('sh', 'c'), code('js', 'd'), code('python', 'e'));
    expect(screen.queryByText(/^Copy all/)).toBeNull();
    choose('Node');
    fireEvent.click(screen.getByRole('button', { name: 'Copy all 2 Node blocks of this page' }));
    await screen.findByText('Copied');
    expect(copied).toEqual(['b\n\nd']);
    choose('Python');
    expect(screen.queryByText(/^Copy all/)).toBeNull();
  });
  it('shows its first language where the chosen one is missing', async () => {
    const { storage } = await openGuide(code('sh', 'a'), code('js', 'b'), code('python', 'c'), between, code('sh', 'd'), code('js', 'e'));
    choose('Python');
    expect([storage.codeLanguage.read(), ...shown()]).toEqual(['python', 'c', 'd']);
  });
  it('ignores a stored language that does not exist', async () => {
    window.localStorage.setItem('portico-code-language', 'toString');
    await openGuide(code('sh', 'a'), code('js', 'b'));
    expect(shown()).toEqual(['a']);
  });
});

describe('blocks of code', () => {
  it.each<[string, readonly Paragraph[]]>([
    ['of the same language', [code('sh', 'a'), code('sh', 'b')]],
    ['with text between them', [code('sh', 'a'), between, code('js', 'b')]],
    ['of a response', [code('sh', 'a'), code('json', 'b')]],
  ])('%s are no versions of each other', async (_name, paragraphs) => {
    await openGuide(...paragraphs);
    expect(tabs()).toEqual([]);
    expect(shown()).toEqual(['a', 'b']);
  });
});
