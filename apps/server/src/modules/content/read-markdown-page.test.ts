import { describe, expect, it } from 'vitest';
import { readMarkdownPage } from './read-markdown-page.ts';

const read = (markdown: string) => readMarkdownPage(markdown, { file: 'pages/x.md', url: '/x' });
const first = (markdown: string) => read(`# T\n\n${markdown}`).field_paragraphs[0];

describe('what the reader knows', () => {
  it('takes the title from the first heading', () => {
    expect(read('# How to APIs\n')).toEqual({ title: 'How to APIs', url: '/x', field_paragraphs: [] });
  });
  it('gives headings an id for links', () => {
    expect(first('## Get a token, once')).toEqual({ type: 'heading', level: 2, id: 'get-a-token-once', text: 'Get a token, once' });
  });
  it('joins the lines of a paragraph', () => {
    expect(first('One line\nand the next.')).toEqual({ type: 'text', content: [{ text: 'One line and the next.' }] });
  });
  it('reads code, strong words and links', () => {
    expect(first('Send `GET` **once** to [us](https://bank.example/x).')).toEqual({
      type: 'text',
      content: [
        { text: 'Send ' },
        { text: 'GET', code: true },
        { text: ' ' },
        { text: 'once', strong: true },
        { text: ' to ' },
        { text: 'us', href: 'https://bank.example/x' },
        { text: '.' },
      ],
    });
  });
  it('reads both kinds of list, with continued items', () => {
    expect(first('- one\n  and more\n- two')).toEqual({ type: 'list', ordered: false, items: [[{ text: 'one and more' }], [{ text: 'two' }]] });
    expect(first('1. one\n2. two')).toMatchObject({ ordered: true });
  });
  it('keeps code blocks as they are', () => {
    expect(first('```http\nGET /x\n\n  <b>\n```')).toEqual({ type: 'code', language: 'http', code: 'GET /x\n\n  <b>' });
  });
  it('keeps to itself what the test of the guides reads of a code block', () => {
    expect(first('```sh id=ask-for-consent then=sign\ncurl\n```')).toEqual({ type: 'code', language: 'sh', code: 'curl' });
  });
  it('reads the heads of tables as words, without the marks of code', () => {
    expect(first('| Below `/v1` | **B** |\n| --- | --- |\n| a | b |')).toMatchObject({ head: ['Below /v1', 'B'] });
  });
  it('reads tables and lets a pipe be escaped', () => {
    expect(first('| A | B |\n| --- | --- |\n| `a` | b \\| c |')).toEqual({
      type: 'table',
      head: ['A', 'B'],
      rows: [[[{ text: 'a', code: true }], [{ text: 'b | c' }]]],
    });
  });
});

describe('what the reader refuses, with file and line', () => {
  it.each([
    ['no title', 'Text', /pages\/x\.md:1: a page begins with "# Title"/],
    ['a second title', '# A\n\n# B', /pages\/x\.md:3: a page has one/],
    ['a deeper heading', '# A\n\n#### B', /:3: this Markdown is not known/],
    ['a quote', '# A\n\n> quoted', /:3: this Markdown is not known/],
    ['another bullet', '# A\n\n* item', /:3: this Markdown is not known/],
    ['HTML', '# A\n\n<b>bold</b>', /:3: this Markdown is not known/],
    ['HTML within a text', '# A\n\nsome <b>bold</b>', /markup is not known/],
    ['a script link', '# A\n\n[x](javascript:alert)', /a link begins with/],
    ['a link over plain http', '# A\n\n[x](http://bank.example)', /a link begins with/],
    ['emphasis with one star', '# A\n\nan *x* word', /markup is not known/],
    ['open code', '# A\n\n```\nx', /:3: this code block is not closed/],
    ['a word behind the language of code', '# A\n\n```sh now\nx\n```', /:3: this Markdown is not known/],
    ['a nested list', '# A\n\n- a\n  - b', /:4: lists are not nested/],
    ['a ragged table', '# A\n\n| A | B |\n| --- | --- |\n| a |', /:5: this row has 1 cells, the table 2/],
    ['a table without its second line', '# A\n\n| A | B |\n| a | b |', /:4: a table has a second line/],
    ['markup in a heading', '# A\n\n## `x`', /:3: a heading is plain text/],
    ['an image', '# A\n\n![x](https://bank.example/x.png)', /:3: this Markdown is not known/],
  ])('%s', (_name, markdown, message) => {
    expect(() => read(markdown)).toThrow(message);
  });
});
