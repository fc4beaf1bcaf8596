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
  it('gives each row of a table of codes an id: the code, and where it is taken the code with the status or a number', () => {
    const rows = ['| 400 | `A_B` |', '| 401, 403 | `A_B` |', '| 401 | `A_B` |', '| 400 | none |', '| 404 | `C` and more |'].join('\n');
    expect(first(`| Status | Code |\n| --- | --- |\n${rows}`)).toMatchObject({ anchors: ['A_B', 'A_B-401', 'A_B-2', 'none', ''] });
    const { field_paragraphs: tables } = read(
      '# T\n\n| Code |\n| --- |\n| `AB` |\n\nx\n\n| Code | Status |\n| --- | --- |\n| `AB` | in the redirect |\n',
    );
    expect(tables.map((table) => ('anchors' in table ? table.anchors : undefined))).toEqual([['AB'], undefined, ['AB-2']]);
  });
  it('gives the rows of other tables no ids', () => {
    expect(first('| Status | Meaning |\n| --- | --- |\n| `A` | x |')).not.toHaveProperty('anchors');
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
  it('reads code in links, links in strong words and escaped marks', () => {
    expect(first('[`GET`](#/x) **[us](https://bank.example)** 2 \\* 3 &lt; `&lt;`')).toEqual({
      type: 'text',
      content: [
        { text: 'GET', code: true, href: '#/x' },
        { text: ' ' },
        { text: 'us', strong: true, href: 'https://bank.example' },
        { text: ' 2 * 3 < ' },
        { text: '&lt;', code: true },
      ],
    });
  });
  it('reads a text as a text: values in braces, low lines in words, comparisons', () => {
    expect(first('{{supportContact}} client_secret 1 < 2 & 3')).toEqual({
      type: 'text',
      content: [{ text: '{{supportContact}} client_secret 1 < 2 & 3' }],
    });
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
    ['HTML', '# A\n\n<b>bold</b>', /:3: this Markdown is not known/],
    ['HTML within a text', '# A\n\nsome\n<b>bold</b>', /:4: this Markdown is not known here: <b>$/],
    ['a script link', '# A\n\n[x](javascript:alert)', /a link begins with/],
    ['a link over plain http', '# A\n\n[x](http://bank.example)', /a link begins with/],
    ['emphasis with one star', '# A\n\nan *x* word', /:3: this Markdown is not known here: \*x\*$/],
    ['emphasis with low lines', '# A\n\nan _x_ word', /:3: this Markdown is not known/],
    ['struck words', '# A\n\nis ~~gone~~', /:3: this Markdown is not known/],
    ['strong words that are not closed', '# A\n\none\ntwo **three', /:3: this markup is not known here or not closed/],
    ['a word of code that is not closed', '# A\n\n- one\n- `two', /:4: this markup is not known here or not closed/],
    ['a link with a blank in its address', '# A\n\n[x](https://bank.example/a b)', /:3: this markup is not known here or not closed/],
    ['a link with a title', '# A\n\n[x](https://bank.example "y")', /:3: a link is written as/],
    ['a bare address', '# A\n\nsee https://bank.example now', /:3: a link is written as/],
    ['a bare address over plain http', '# A\n\nsee www.bank.example now', /:3: a link begins with/],
    ['a link in strong words that could run', '# A\n\n**[x](javascript:alert)**', /:3: a link begins with/],
    ['a definition of a link', '# A\n\nx\n\n[x]: https://bank.example', /:5: this Markdown is not known/],
    ['a line break', '# A\n\none  \ntwo', /:3: this Markdown is not known/],
    ['a rule', '# A\n\n***', /:3: this Markdown is not known/],
    ['a heading that is underlined', '# A\n\nB\n---', /:3: this Markdown is not known/],
    ['a heading without a blank', '# A\n\nx\n##B', /:4: a line of a text does not begin with #/],
    ['a code block by its indentation', '# A\n\n    x', /:3: this Markdown is not known/],
    ['open code behind other code', '# A\n\n```\nx\n```\n\n```\ny', /:7: this code block is not closed/],
    ['code that is closed by another fence', '# A\n\n````\nx\n```', /:3: this code block is not closed/],
    ['open code', '# A\n\n```\nx', /:3: this code block is not closed/],
    ['a word behind the language of code', '# A\n\n```sh now\nx\n```', /:3: this Markdown is not known/],
    ['a nested list', '# A\n\n- a\n  - b', /:4: lists are not nested here: - b$/],
    ['an item of two paragraphs', '# A\n\n- a\n\n  b', /:5: an item has one text/],
    ['a task', '# A\n\n- one\n- [ ] two', /:4: this Markdown is not known/],
    ['a list that begins with another number', '# A\n\n2. b', /:3: a list begins with 1\./],
    ['a number in a text', '# A\n\none\n2. two', /:4: a line of a text does not begin/],
    ['a row with too many cells', '# A\n\n| A |\n| --- |\n| a |\n| a | b |', /:6: this row has 2 cells, the table 1/],
    ['an aligned table', '# A\n\n| A |\n| ---: |\n| a |', /:3: the cells of a table are not aligned/],
    ['HTML in a cell', '# A\n\n| A |\n| --- |\n| <b>a</b> |', /:5: this Markdown is not known/],
    ['a ragged table', '# A\n\n| A | B |\n| --- | --- |\n| a |', /:5: this row has 1 cells, the table 2/],
    ['a table without its second line', '# A\n\n| A | B |\n| a | b |', /:3: .*the second line of a table is \| --- \|: \| A \| B \|$/],
    ['markup in a heading', '# A\n\n## `x`', /:3: a heading is plain text/],
    ['an image', '# A\n\n![x](https://bank.example/x.png)', /:3: this Markdown is not known/],
  ])('%s', (_name, markdown, message) => {
    expect(() => read(markdown)).toThrow(message);
  });
});
