/** Few large chunks compress better than many small ones, and a customer's sign-in page has already fetched them for the signing page. */

/** What all customers' pages say, a chunk for each language: nobody loads five. English last words come with the page itself. */
const SHARED_TEXTS = /[\\/]shared[\\/](?:i18n[\\/]messages\.(\w\w)|essential-texts[\\/]messages\.(?!en)(\w\w))\.json$/;

/** Parts of a module's path; a slash is either slash. */
function inAny(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));
}

const CUSTOMER_PARTS =
  'sca/(?!qr-code)|i18n/(?:refusal-text|language-switch|language-names)|ui/(?:amount|bank-bar|definition-list|grouped-code|headline|picker|signatory-list|whole-words)|page/use-armed|format/(?:money|in-fours|countries|lists)';
const CUSTOMER_VALUES = 'auth-method';
/** Of single pages: they come with them. */
const OTHER_VALUES = 'consent|console|permission|status|statistics';
const PORTAL_VALUES = 'identity|sandbox';

const DEVELOPER_PARTS = 'stacked-table|confirm|select-field|modal|card|use-action|use-loaded|use-form-request|action-failure';

/** The first that fits counts. What a chunk's modules import comes along, unless a chunk before it has it. */
export const CHUNKS = [
  {
    name: (id: string) => {
      const [, words, essentialTexts] = SHARED_TEXTS.exec(id) ?? [];
      return `words.${words ?? essentialTexts}`;
    },
    test: SHARED_TEXTS,
    priority: 1,
  },
  // What every page needs, its libraries first: apart from them the rest would be half a kilobyte larger. Search and schemas belong to the explorer, the
  // editor to a body that is being changed, the HTML tokenizer to content, `shared/bank-pages` to the other entry, `shared/html` to content, what else is left out to the chunks below.
  {
    name: 'shared',
    test: inAny(
      'vite/preload-helper',
      'node_modules/(?!minisearch/|uqr/|@cfworker/|lowlight/|highlight.js/|devlop/|(?:htmlparser2|entities|domhandler|domutils|domelementtype|dom-serializer)/|(?:@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)/)',
      `web/src/shared/(?!portal/|auth/|application/|content/|bank-pages/|html/|sca/qr-code|${CUSTOMER_PARTS})`,
      'web/src/app/(?:main|loader|root|start|store|frame|crash-boundary|customer-pages)',
      'features/maintenance/(?:maintenance-(?:calls|address)|watch-maintenance|index)',
      'features/signing/(?:index|flows/index)',
      `packages/contract/(?!src/(?:(?:${PORTAL_VALUES}|${CUSTOMER_VALUES}|${OTHER_VALUES})-values|html/))`,
    ),
  },
  // What only customers' pages show, the signing page and the bank's own.
  { name: 'customer', test: inAny(`web/src/shared/(?:${CUSTOMER_PARTS})`, `contract/src/(?:${CUSTOMER_VALUES})-values`) },
  // The portal around its pages, an operation as it is read, and the small things that most pages share: together they are one request.
  {
    name: 'portal',
    test: inAny(
      'web/src/app/(?:shell/|portal|modal-|menu-routes|page-)',
      'features/content/(?:index|content-page-slice)',
      String.raw`features/explorer/(?:index\.ts|api-explorer-|explorer-|operation-address|use-catalogue|request/history/sent-parameter|operation/operation[-.](?!side))`,
      String.raw`shared/(?:portal/(?!search/|test-customers/|code-colours/|(?:password-field|${DEVELOPER_PARTS})\b)|auth/|content/content-)`,
      `contract/src/(?:(?:${PORTAL_VALUES})-values|html/content-href)`,
    ),
  },
  // What is drawn of content; and what a developer's customers and application are shown with.
  { name: 'content', test: inAny('features/content/', 'shared/content/') },
  { name: 'developer', test: inAny(String.raw`shared/(?:portal/(?:test-customers/|(?:${DEVELOPER_PARTS})\b)|application/)`) },
  // The list of operations, an operation's fields and what it promises: from one to the other it is a step. What sends it, the other samples, a
  // schema and the editor of a body come for whoever turns to them.
  {
    name: 'workbench',
    test: inAny(
      'features/explorer/(?:operation/(?:operation-side|(?:visitor-)?workbench)|catalogue/(?:find-field|fold|found-operation|group-operations|operation-rows|side-|use-find))',
      'features/explorer/form/(?:body-|fill-in|initial-body|known-ids|parameter-|request-form|share-link|use-)',
      'features/explorer/request/(?:authorization|build-|load-|outcome|read-secrets|use-operation|history/(?:history-frame|use-stored)|samples/(?:sample-(?:panel|languages)|curl-))',
      'features/explorer/(?:response/(?:documented-responses|failure-panel|format-bytes|outcome-view|scroll-)|schema/(?:fold-button|problem-list|schema-view|use-))',
    ),
  },
  {
    name: 'reading',
    test: inAny('features/explorer/(?:schema/(?:schema-tree|read-schema)|response/(?:reading-chunk|body-|json-tokens))'),
  },
  {
    name: 'sending',
    test: inAny('features/explorer/(?:response/|request/(?!samples/))', 'features/explorer/form/(?:initial-fields|shared-address)'),
  },
  // What every signing page needs, and what all payments share; each kind itself is a part of its own.
  { name: 'signing', test: inAny(String.raw`features/signing/(?:engine|views|signing-pages|messages\.ts)`) },
  { name: 'paid', test: inAny(String.raw`features/signing/flows/payment(?:/|\.ts)`) },
];

/** Whether a page has not begun with it already: a part names what it needs besides itself. */
export function isLater(file: string): boolean {
  return !/(?:^|\/)(?:rolldown-runtime|shared)-/.test(file);
}
