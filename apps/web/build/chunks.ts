/** Few large chunks compress better than many small ones, and a customer's sign-in page has already fetched them for the signing page. */

/** What all customers' pages say, a chunk for each language: nobody loads five. English last words come with the page itself. */
const SHARED_TEXTS = /[\\/]shared[\\/](?:i18n[\\/]messages\.(\w\w)|last-words[\\/]messages\.(?!en)(\w\w))\.json$/;

/** The first that fits counts. */
export const CHUNKS = [
  {
    name: (id: string) => {
      const [, words, lastWords] = SHARED_TEXTS.exec(id) ?? [];
      return `words.${words ?? lastWords}`;
    },
    test: SHARED_TEXTS,
    priority: 1,
  },
  // The router belongs to the portal, search and schemas to its explorer, the editor to a body that is being changed: a customer's page has none of them.
  {
    name: 'vendor',
    test: /node_modules[\\/](?!react-router[\\/]|minisearch[\\/]|@cfworker[\\/]|(?:@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/])/,
  },
  // So do `shared/portal`, `shared/auth`, `shared/application`, `shared/content` and the values that only developers' pages read; `shared/html` to content; `shared/bank-pages` belongs to the other entry.
  {
    name: 'shared',
    test: /apps[\\/]web[\\/]src[\\/]shared[\\/](?!portal[\\/]|auth[\\/]|application[\\/]|content[\\/]|bank-pages[\\/]|html[\\/])|packages[\\/]contract[\\/](?!src[\\/](?:(?:identity|sandbox)-values|html[\\/]))/,
  },
  // What the pages of developers share, and their router, are a handful of small modules each: together they are one request.
  {
    name: 'portal',
    test: /node_modules[\\/]react-router[\\/]|apps[\\/]web[\\/]src[\\/]shared[\\/](?:portal[\\/](?!search[\\/])|auth[\\/]|application[\\/]|content[\\/])|packages[\\/]contract[\\/]src[\\/](?:(?:identity|sandbox)-values|html[\\/]content-href)/,
  },
  // What every signing page needs, and what all payments share; each kind itself is a part of its own.
  { name: 'signing', test: /features[\\/]signing[\\/](engine|views|signing-pages|messages\.ts)/ },
  { name: 'paid', test: /features[\\/]signing[\\/]flows[\\/]payment([\\/]|\.ts)/ },
];
