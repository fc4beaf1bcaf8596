import type { Threat } from './threat.ts';

const CONNECTIONS = 'apps/server/src/platform/http/connections-per-address.test.ts';
const THREAD = 'apps/server/src/platform/threads/work-thread.test.ts';
const LIMITS = 'apps/server/src/modules/receipts/drawing-limits.test.ts';
const CONSENTS = 'apps/server/src/modules/access/consents/consents.test.ts';
const NGINX = 'tools/nginx.test.ts';
const RUN_LIMIT = 'apps/server/src/platform/threads/run-limit.test.ts';
const TURNS = 'apps/server/test/threats/turns-of-a-developer.test.ts';
const SHARES = 'apps/server/src/platform/db/turns.test.ts';
const nginx = 'deploy/nginx.conf';
const shares = 'apps/server/src/platform/db/turns.ts';
const thread = 'apps/server/src/platform/threads/work-thread.ts';

export const T36: Threat = {
  id: 'T36',
  title: 'One caller takes all connections, or keeps the server busy with what is expensive to make',
  defence:
    'One address holds so many connections, and has so many requests under way in nginx. PDFs are drawn in a thread of their own, once for the same content, in a bounded queue, and so many for one session. Receipts are read two at a time. The statements of one caller leave the event loop to others, test clocks step one after the other, and so do the changes of one developer, without a connection to the database. The requests of one sandbox take no more connections than they leave free.',
  proofs: [
    {
      rule: 'one address holds so many connections',
      test: { file: CONNECTIONS, name: 'holds so many connections and no more, while other addresses are served' },
      disable: { file: 'apps/server/src/platform/http/connections-per-address.ts', find: '>= max * share)) {', replace: '< 0)) {' },
    },
    {
      rule: 'a /48 of IPv6 holds four times as many',
      test: { file: CONNECTIONS, name: 'counts a /48 of IPv6 as four callers' },
      disable: {
        file: 'apps/server/src/platform/http/connections-per-address.ts',
        find: 'const networks = networksOf(remoteAddress);',
        replace: 'const networks = networksOf(remoteAddress).slice(0, 1);',
      },
    },
    {
      rule: 'one address has so many requests under way in nginx',
      test: { file: NGINX, name: 'has at most 200 requests under way, despite forged headers, while another address is served' },
      disable: { file: nginx, find: 'limit_conn connections 200;', replace: 'limit_conn connections 20000;' },
    },
    {
      rule: 'bodies that never end hold only the requests of their address',
      test: { file: NGINX, name: 'holds at most 200 incomplete bodies, which reach no server, while another address is served' },
      disable: { file: nginx, find: '  proxy_http_version 1.1;\n', replace: '  proxy_http_version 1.1;\n  proxy_request_buffering off;\n' },
    },
    {
      rule: 'nginx says itself which address a request comes from',
      test: { file: NGINX, name: 'has at most 200 requests under way, despite forged headers, while another address is served' },
      disable: { file: nginx, find: 'X-Forwarded-For $remote_addr;', replace: 'X-Forwarded-For $proxy_add_x_forwarded_for;' },
    },
    {
      rule: 'nginx leaves no address of a page in its log',
      test: { file: NGINX, name: 'leaves no query string in the error log when no server responds' },
      disable: { file: nginx, find: '  error_log stderr emerg;', replace: '' },
    },
    {
      rule: 'so much expensive work runs at once',
      test: { file: RUN_LIMIT, name: 'runs so many at once, and the others in their order' },
      disable: { file: 'apps/server/src/platform/threads/run-limit.ts', find: 'if (running >= runningMax) {', replace: 'if (running < 0) {' },
    },
    {
      rule: 'a session over its limit costs no reading',
      test: {
        file: 'apps/server/test/journeys/receipts.test.ts',
        name: 'gets 429 for each further PDF, and other sessions of the customer do not',
      },
      disable: {
        file: 'apps/server/src/modules/receipts/routes.ts',
        find: 'deps.drawings.within(reader.signInId, async () => {',
        replace: 'deps.drawings.within(reader.signInId + (await read(reader, request.params.receiptId)).format, async () => {',
      },
    },
    {
      rule: 'so many orders wait for the thread',
      test: { file: THREAD, name: 'refuses an order with 503 when too many wait, and takes one again afterwards' },
      disable: { file: thread, find: 'if (waiting >= waitingMax) {', replace: 'if (waiting < 0) {' },
    },
    {
      rule: 'a thread that hangs is given up',
      test: { file: THREAD, name: 'that hangs is given up after its time and replaced' },
      disable: { file: thread, find: 'reject(new Error(`The work took longer than ${secondsMax} s.`))', replace: "resolve({ failure: 'none' })" },
    },
    {
      rule: 'the same content is made once',
      test: { file: THREAD, name: 'is not made again, and by many callers at once only by the first' },
      disable: { file: 'apps/server/src/platform/threads/made-once.ts', find: 'if (running !== undefined) return running;', replace: '' },
    },
    {
      rule: 'a page ends no more unsigned consents than it shows',
      test: { file: CONSENTS, name: 'sees unsigned consents as rejected after their time, and a page ends no more of them than it shows' },
      disable: {
        file: 'apps/server/src/modules/access/consents/past-consents-store.ts',
        find: "    .where('status', '=', 'valid')\n    .where(({ or, eb }) => or([sql<SqlBool>`valid_until <= ${now}::date`, eb('is_recurring', '=', false)]))\n",
        replace: "    .where('status', 'in', ['valid', 'received'])\n",
      },
    },
    {
      rule: 'many grants end with the statements of two',
      test: { file: CONSENTS, name: 'end many consents with the statements of two' },
      disable: {
        file: 'apps/server/src/modules/access/grant/transition.ts',
        find: '  await transitionAll(kind, deps, context, { sandboxId, ids }, ({ status }) =>',
        replace: '  for (const id of ids) await transitionAll(kind, deps, context, { sandboxId, ids: [id] }, ({ status }) =>',
      },
    },
    {
      rule: 'one session has so many receipts drawn at once',
      test: { file: LIMITS, name: 'has so many receipts drawn at once, and other sessions are not counted with it' },
      disable: {
        file: 'apps/server/src/modules/receipts/drawing-limits.ts',
        find: 'if (before >= DRAWINGS_PER_SESSION.atOnce)',
        replace: 'if (before < 0)',
      },
    },
    {
      rule: 'one session has so many receipts drawn within an hour',
      test: { file: LIMITS, name: 'has so many receipts drawn within an hour, whether or not drawing succeeds, and as many in the next' },
      disable: {
        file: 'apps/server/src/modules/receipts/drawing-limits.ts',
        find: 'if (!spend(signInId))',
        replace: 'if (!spend(signInId) && before < 0)',
      },
    },
    {
      rule: 'the statements of one caller leave the event loop to others',
      test: {
        file: 'apps/server/src/platform/db/pglite-engine.test.ts',
        name: 'statements that follow one another keep no other work waiting until the last one',
      },
      disable: { file: 'apps/server/src/platform/db/pglite-engine.ts', find: '      await setImmediate();\n', replace: '' },
    },
    {
      rule: 'steps of test clocks are made one after the other, and one at a time for each sandbox',
      test: {
        file: 'apps/server/src/modules/sandbox/clock/clock-turns.test.ts',
        name: 'are made one after the other in all sandboxes, and one at a time in each',
      },
      disable: {
        file: 'apps/server/src/modules/sandbox/clock/clock-turns.ts',
        find: 'return await run(work);',
        replace: 'return await work();',
      },
    },
    {
      rule: 'changes of one owner wait for one another without a connection to the database',
      test: {
        file: 'apps/server/src/platform/threads/owner-turns.test.ts',
        name: 'are made one after the other, and those of another owner do not wait',
      },
      disable: { file: 'apps/server/src/platform/threads/owner-turns.ts', find: 'runningMax: 1,', replace: 'runningMax: 1_000,' },
    },
    {
      rule: 'changes of one sandbox are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: exports' },
      disable: {
        file: 'apps/server/src/modules/sandbox/create-sandbox.ts',
        find: 'const { takeTurn } = deps;',
        replace: 'const takeTurn = <Result>(_ownerId: string, work: () => Promise<Result>) => work();',
      },
    },
    {
      rule: 'resets of one sandbox are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: resets' },
      disable: {
        file: 'apps/server/src/modules/sandbox/create-sandbox.ts',
        find: 'takeTurn(sandboxId, () => {',
        replace: 'takeTurn(`${Math.random()}`, () => {',
      },
    },
    {
      rule: 'one sandbox of a developer is changed at a time',
      test: { file: TURNS, name: 'takes one connection to the database at a time: seeds in two sandboxes' },
      disable: {
        file: 'apps/server/src/modules/sandbox/create-sandbox.ts',
        find: 'takeTurn(owner.developerId, () =>',
        replace: 'takeTurn(`${Math.random()}`, () =>',
      },
    },
    {
      rule: 'the requests of one sandbox take no more connections than they leave free',
      test: { file: SHARES, name: 'is as large as what it leaves free' },
      disable: { file: shares, find: 'heldWith(sharer) < free', replace: 'heldWith(sharer) < max' },
    },
    {
      rule: 'a request that waits for its share lets those of other sandboxes pass',
      test: { file: SHARES, name: 'lets a later request of another sandbox pass, and then the waiting ones in their order' },
      disable: { file: shares, find: 'waiting.findIndex(({ sharer }) => mayBegin(sharer()))', replace: 'waiting.length - 1' },
    },
    {
      rule: 'a call that waited in vain for a change of its sandbox is no failure of the bank',
      test: { file: SHARES, name: 'a wait in vain %s' },
      disable: { file: shares, find: '      noteVainWait(wait?.sandboxId);\n', replace: '' },
    },
    {
      rule: 'creations and deletions of one developer are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: creations and deletions of applications' },
      disable: {
        file: 'apps/server/src/modules/onboarding/start-application.ts',
        find: 'return takeTurn(developer.developerId, () =>',
        replace: 'return takeTurn(`${Math.random()}`, () =>',
      },
    },
    {
      rule: 'deletions of one account are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: deletions of the account' },
      disable: {
        file: 'apps/server/src/modules/developers/delete-developer.ts',
        find: 'await takeTurn(developerId, () =>',
        replace: 'await takeTurn(`${Math.random()}`, () =>',
      },
    },
    {
      rule: 'changes of one application are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: new secrets' },
      disable: { file: 'apps/server/src/modules/tpp-apps/routes.ts', find: 'takeTurn(developerId, () => write(work))', replace: 'write(work)' },
    },
    {
      rule: 'changes of the certificates of one developer are made one after the other',
      test: { file: TURNS, name: 'takes one connection to the database at a time: uploaded certificates' },
      disable: {
        file: 'apps/server/src/modules/provider-identity/certificates/create-certificates.ts',
        find: 'return takeTurn(owner.developerId, () =>',
        replace: 'return takeTurn(`${Math.random()}`, () =>',
      },
    },
    {
      rule: 'the requests of sandboxes that are changed have one share of the connections together',
      test: {
        file: 'apps/server/src/platform/db/turns.test.ts',
        name: 'is one share together for sandboxes that are changed, and others have their own',
      },
      disable: {
        file: 'apps/server/src/platform/db/turns.ts',
        find: 'if (!isChanging(sharer)) return',
        replace: "if (sharer !== '') return",
      },
    },
  ],
};
