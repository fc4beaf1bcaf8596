/** One name for each concept: a former name must not be used again. Columns, chains and APIs keep theirs. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', 'apps', 'server');
const sources = globSync('{src,test}/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

const webRoot = join(import.meta.dirname, '..', 'apps', 'web');
const webSources = globSync('{src,build}/**/*.{ts,tsx,css,json}', { cwd: webRoot }).map((path) => path.replaceAll('\\', '/'));

/** Former names of files, or beginnings of them, and the present names. */
const FILES: Readonly<Record<string, string>> = {
  'accept-order': 'initiate-payment',
  'bulk-store': 'item-store',
  'co-sign-': 'second-signature',
  'conclude-signature': 'complete-signature',
  'execute-due-together': 'execute-due, execute-ordinary',
  'execute-together': 'execute-due, execute-ordinary',
  'given-': 'past-',
  'load-session': 'authority',
  'move-': 'transition',
  'payment-calls': 'payment-endpoint',
  'periodic-store': 'run-store',
  'play-bank': 'scenario-bank',
  'receive-': 'request-, initiate-',
  'run-dates': 'schedule',
  'sca-content': 'signing-content',
  'send-execution': 'schedule-execution',
  'settle-challenge': 'conclude-challenge',
  'settle-consent': 'consent-grant',
  'settle-statement': 'statement-grant',
  'take-': 'cancel-by-tpp, initiate-directly, exchange-entry',
  'wire-modules': 'compose',
};

/** Former names in the code, and the present names. */
const WORDS: Readonly<Record<string, string>> = {
  acceptOrder: 'initiatePayment',
  concludeSignature: 'completeSignature',
  coSigning: 'secondSignatures',
  executeDueTogether: 'executeDue',
  frozen: 'shownContent',
  InitiatedOrder: 'PaymentRequest',
  loadSession: 'requireAuthority',
  lockSandbox: 'makeTenant',
  moveConsent: 'transition',
  movePayment: 'transitionPayment',
  moveStatement: 'transition',
  payNow: 'execute',
  payNowOrReject: 'rejectRefused',
  payOrReject: 'rejectRefused',
  paySigned: 'executeNow',
  ReceivedPayment: 'InitiatedPayment',
  settleChallenge: 'concludeChallenge',
  settleConsent: 'expireIfDue',
  settleStatement: 'expireIfDue',
  startOrJoinChallenge: 'beginSignature',
  storeOrder: 'createPayment',
  TakeBack: 'CancelRequest',
  TakenBack: 'CancelAnswer',
  takeEntry: 'exchangeEntryCode',
  takeOrder: 'initiateDirectly',
  wireModules: 'compose',
};

/** The same for files and folders of the browser. */
const WEB_FILES: Readonly<Record<string, string>> = {
  'answer-checks': 'answers',
  arrival: 'initial-query, scroll-into-view',
  'bring-part': 'load-module',
  'first-sight': 'prerendered-page, prerender',
  'half-written': 'dirty-form',
  hindrance: 'signing-blocker',
  'last-words': 'essential-texts',
  'lazy-part': 'lazy-component',
  'use-kept-': 'use-stored-history',
  'use-send': 'use-operation-request',
};

const WEB_WORDS: Readonly<Record<string, string>> = {
  Arrival: 'InitialQuery, ScrollIntoView, SignInNotice',
  bringContent: 'preloadContent',
  bringOperation: 'preloadOperation',
  bringPage: 'preloadPage',
  bringPart: 'loadModule',
  FilledWorkbench: 'useOperationRequest',
  hasFirstSight: 'isPrerendered',
  Hindrance: 'SigningBlocker',
  isHalfWritten: 'isFormDirty',
  lastWords: 'essentialTexts',
  lazyPart: 'lazyComponent',
  pressAgain: 'replayClick',
  rememberPress: 'recordClick',
  useKeptHistory: 'useStoredHistory',
  useLastWords: 'useEssentialText',
  useSend: 'useOperationRequest',
  useSending: 'useSendingChunk',
  warmUp: 'preload',
};

describe('a name that was given up', () => {
  it.each(Object.entries(FILES))('is no file: %s, which is %s', (name) => {
    expect(sources.filter((path) => basename(path, '.ts').startsWith(name))).toEqual([]);
  });

  it.each(Object.entries(WORDS))('is nowhere in the code: %s, which is %s', (name) => {
    const word = new RegExp(`\\b${name}\\b`);
    expect(sources.filter((path) => word.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it.each(Object.entries(WEB_FILES))('is no file or folder of the browser: %s, which is %s', (name) => {
    expect(webSources.filter((path) => path.split('/').some((part) => part.startsWith(name)))).toEqual([]);
  });

  it.each(Object.entries(WEB_WORDS))('is nowhere in the code of the browser: %s, which is %s', (name) => {
    const word = new RegExp(`\\b${name}\\b`);
    expect(webSources.filter((path) => word.test(readFileSync(join(webRoot, path), 'utf8')))).toEqual([]);
  });

  it('is the id of a signing session only in audit entries and jobs: sessionId, which is authorisationId', () => {
    const named = sources.filter(
      (path) => /modules\/(signing|receipts)\//.test(path) && /\bsessionId\b/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(named.filter((path) => !path.includes('.test.')).toSorted()).toEqual([
      'src/modules/signing/end/expire-job.ts',
      'src/modules/signing/session/signing-session.ts',
    ]);
  });
});

/** Words that developers do not search for, and the usual ones. */
const SHOWN_WORDS: readonly (readonly [word: string, usual: string, pattern: RegExp])[] = [
  ['an answer', 'response', /(?<![\w-])(?:an|the|each|every|its|no|first) answers?(?![\w-])/i],
  ['Answers, as a title', 'Responses', /^(?:#+|\|.*\|) Answers\b/m],
  ['Refusals, as a title', 'Errors', /^(?:#+|\|.*\|) Refusals\b/m],
  ['Show as it came', 'raw', /\bas it came\b/i],
  ['Stop showing new ones', 'pause', /\bshowing new ones\b/i],
  ['Ask now', 'refresh', /\bAsk now\b/],
  ['no JSON', 'not JSON', /\bis no JSON\b/],
  ['was given back', 'revoked, returned', /\bgiven back\b/],
];

describe('a word that developers do not search for', () => {
  const contentRoot = join(import.meta.dirname, '..', 'content', 'pages');
  const guides = globSync('*.md', { cwd: contentRoot }).filter((name) => name !== 'api-changes.md');
  const portal = webSources.filter(
    (path) => /^src\/features\/(explorer|request-log|tokens|certificates|auth|palette|status)\//.test(path) && !path.includes('.test.'),
  );
  /** What a component shows: texts between tags, and texts in quotes. Comments and names of variables are neither. */
  const shownBy = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  it.each(SHOWN_WORDS)('is in no guide: %s, which is %s', (_word, _usual, pattern) => {
    expect(guides.filter((name) => pattern.test(readFileSync(join(contentRoot, name), 'utf8')))).toEqual([]);
  });

  it.each(SHOWN_WORDS)('is on no page of the portal: %s, which is %s', (_word, _usual, pattern) => {
    expect(portal.filter((path) => pattern.test(shownBy(readFileSync(join(webRoot, path), 'utf8'))))).toEqual([]);
  });
});
