import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { MENU_COMPONENTS } from '../enumerations.ts';

/** Menu item (specification §3). */
export const MenuItem = Type.Object(
  {
    title: Type.String(),
    pageUrl: Type.String({ pattern: '^/[A-Za-z0-9/-]*$' }),
    component: literals(MENU_COMPONENTS),
    /** For the main menu: also shown in the header if there is room. If no item has it, the first ones are shown. */
    isShortcut: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type MenuItem = Static<typeof MenuItem>;

/** Guides under one heading, by the addresses of their menu items, in reading order. */
export const GuideGroup = Type.Object({ title: Type.String(), pages: Type.Array(Type.String()) }, closed);
export type GuideGroup = Static<typeof GuideGroup>;

/**
 * `GET {content}/dev-portal-menu`: only items whose page exists. `hidden` items have routes but no menu entry; `user` items need a login.
 * Pages in `guides` show the list of guides, and the guides before and after.
 */
export const Menu = Type.Object(
  { main: Type.Array(MenuItem), hidden: Type.Array(MenuItem), user: Type.Array(MenuItem), guides: Type.Optional(Type.Array(GuideGroup)) },
  closed,
);
export type Menu = Static<typeof Menu>;

/** Inline text: `text` is plain; `code` and `strong` set the font; `href` makes it a link (https, mailto, or a hash route). */
export const Inline = Type.Object(
  { text: Type.String(), code: Type.Optional(Type.Boolean()), strong: Type.Optional(Type.Boolean()), href: Type.Optional(Type.String()) },
  closed,
);
export type Inline = Static<typeof Inline>;

/**
 * One paragraph of a content page. All kinds except `html` are plain values and contain no markup. `html` is for content systems without other forms;
 * an allow-list (`@portico/contract/html`) filters it before it is shown.
 */
export const Paragraph = Type.Union([
  Type.Object(
    { type: Type.Literal('heading'), level: Type.Union([Type.Literal(2), Type.Literal(3)]), id: Type.String(), text: Type.String() },
    closed,
  ),
  Type.Object({ type: Type.Literal('text'), content: Type.Array(Inline) }, closed),
  Type.Object({ type: Type.Literal('list'), ordered: Type.Boolean(), items: Type.Array(Type.Array(Inline)) }, closed),
  Type.Object({ type: Type.Literal('code'), language: Type.String(), code: Type.String() }, closed),
  Type.Object(
    {
      type: Type.Literal('table'),
      head: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Type.Array(Inline))),
      /** Ids of the rows, for links to them; an empty one is no id. */
      anchors: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('hero'),
      title: Type.String(),
      lead: Type.String(),
      actions: Type.Array(Type.Object({ label: Type.String(), href: Type.String(), primary: Type.Boolean() }, closed)),
      /** A command and what it prints, one below the other. */
      blocks: Type.Optional(Type.Array(Type.Object({ language: Type.String(), code: Type.String() }, closed))),
      /** Below the command: what its reader fills in, and where it is found. */
      note: Type.Optional(Type.Array(Inline)),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('steps'),
      title: Type.String(),
      items: Type.Array(
        Type.Object({ who: Type.String(), atBank: Type.Boolean(), title: Type.String(), text: Type.String(), code: Type.String() }, closed),
      ),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('links'),
      title: Type.String(),
      items: Type.Array(Type.Object({ label: Type.String(), href: Type.String(), text: Type.String(), note: Type.Optional(Type.String()) }, closed)),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('html'), body: Type.String() }, closed),
]);
export type Paragraph = Static<typeof Paragraph>;

/** Path of the same text as Markdown, below the content base; absent where a content system has none. */
const markdown = Type.Optional(Type.String());

/** `GET {content}/dev-portal-pages/{name}` and `GET {content}/homepage.json`. */
export const ContentPage = Type.Object({ title: Type.String(), url: Type.String(), field_paragraphs: Type.Array(Paragraph), markdown }, closed);
export type ContentPage = Static<typeof ContentPage>;

/** `url`: its route, `/news/{name}`. `date`: ISO 8601 with its offset. `summary`: plain text, for lists and feeds. */
export const NewsItem = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 120 }),
    url: Type.String({ pattern: '^/news/[a-z0-9-]{1,64}$' }),
    date: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)$' }),
    summary: Type.String({ minLength: 1, maxLength: 300 }),
    tags: Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,32}$' }), { maxItems: 8 }),
    field_paragraphs: Type.Array(Paragraph),
    markdown,
  },
  closed,
);
export type NewsItem = Static<typeof NewsItem>;

/** `GET {content}/dev-portal-news`: newest first, with full texts. */
export const NewsList = Type.Array(NewsItem);
export type NewsList = Static<typeof NewsList>;

/**
 * A place in the texts that the search finds. `url`: its route, with its section, e.g. `/how-to-api?section=errors`. `page`: the title of its page.
 * `text`: plain. Kind `code`: the row of an error code or status, whose `title` is the code.
 */
export const ContentPlace = Type.Object(
  { kind: literals(['page', 'section', 'code']), url: Type.String(), title: Type.String(), page: Type.String(), text: Type.String() },
  closed,
);
export type ContentPlace = Static<typeof ContentPlace>;

/** `GET {content}/dev-portal-search`: every place of the pages that have a route. A content system may lack it; then the search finds titles. */
export const ContentPlaces = Type.Array(ContentPlace);
export type ContentPlaces = Static<typeof ContentPlaces>;
