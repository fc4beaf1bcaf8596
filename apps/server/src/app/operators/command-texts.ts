/** The operators' commands with their arguments, options and help texts. */
import { INCIDENT_STATES, STATUS_SERVICES } from '@portico/contract/values';

export interface CommandText {
  /** Name of the command's argument; absent where it has none. */
  readonly argument?: string;
  /** The command takes any number of these files instead, also none. */
  readonly files?: string;
  readonly summary: string;
  /** What operators should know before; shown with `--help`. */
  readonly help: string;
  /** The values of the command's options; it accepts no others. */
  readonly options?: Readonly<Record<string, { readonly value: string; readonly about: string; readonly isNeeded?: true }>>;
}

/** Texts for the maintenance page, by language. */
const MESSAGES = {
  message: { value: '<text>', about: 'what customers and developers read, in English; a language without a text has the bank’s own page' },
  'message-et': { value: '<text>', about: 'in Estonian' },
  'message-lt': { value: '<text>', about: 'in Lithuanian' },
  'message-lv': { value: '<text>', about: 'in Latvian' },
  'message-ru': { value: '<text>', about: 'in Russian' },
} as const;
const WORDS = { value: '<text>', about: 'what has changed, for applications to read' } as const;
const REASON = { value: '<text>', about: 'why, for the audit log; at most 500 characters, no names of persons', isNeeded: true } as const;
const NEXT = { value: '<when>', about: 'when the bank says more: 30m, 2h or 2026-06-01T12:00:00Z' } as const;

export const TEXTS: Readonly<Record<string, CommandText>> = {
  keys: {
    summary: 'prints a new set of keys for PORTICO_KEYS_FILE',
    help: 'Keep them: a database cannot be used with other keys than its own.',
  },
  'keys rotate': {
    argument: 'file',
    summary: 'prints the set in the file, one phase further in exchanging the keys of tokens and cookies',
    help: '- reads standard input. Three phases: publish, use, retire. After each, put the new file in place of the old one and restart every server, in any order. Says which phase it was and when the next may run; --yes runs one before its time.',
  },
  check: {
    summary: 'reads settings, keys, brand, content and documents as a server does, and names every fault',
    help: 'Opens no database, calls no other server and changes nothing. Ends with 0: all is good, 78: each fault is one line on standard error. Run it with the settings of the servers before you replace them.',
  },
  migrate: {
    summary: 'brings the database to this version',
    help: 'Every server does so at its start. The embedded database must not be in use.',
  },
  seed: {
    summary: 'fills the sandbox of a development installation',
    help: 'Every development server does so at its start. The embedded database must not be in use.',
  },
  find: {
    argument: 'id',
    summary: 'what happened to a payment, consent, statement, signing or request, in its order',
    help: 'An id as the API gives it, or an X-Request-ID. Prints lines of JSON with ids and causes, nothing personal. The audit log notes who asked.',
  },
  'app find': {
    argument: 'text',
    summary: 'lists applications by part of client id, name or contact',
    help: 'Prints one line of JSON for each application, at most 100; "" finds all. Secrets are never printed. app admit needs the fingerprint that it prints.',
  },
  'app admit': {
    argument: 'clientId',
    summary: 'enters what was vetted of a provider, and lets its application work',
    help: 'Customers read the registered name from now on. Name, redirect URIs and contacts of the application are bound: what the owner changes waits for app approve. Read the application with app find, compare it with the public register, and give its fingerprint. A registered name that customers would take for the bank has to be confirmed. Repeat it to correct an entry.',
    options: {
      name: { value: '<text>', about: 'registered name in the public register', isNeeded: true },
      number: { value: '<number>', about: 'authorisation number, such as PSDEE-EFSA-12345678', isNeeded: true },
      roles: { value: '<roles>', about: 'of ais,pis,piis', isNeeded: true },
      fingerprint: { value: '<digits>', about: 'of the values that you vetted, from app find', isNeeded: true },
    },
  },
  'app changes': {
    summary: 'lists what owners of admitted applications want to change',
    help: 'Prints one line of JSON for each change, the oldest first, at most 100: the values in force and those that wait.',
  },
  'app approve': {
    argument: 'changeId',
    summary: 'puts a change that waits in force',
    help: 'app changes prints the id. The id changes when the owner changes anything, so that you approve what you read.',
  },
  'app reject': {
    argument: 'changeId',
    summary: 'drops a change that waits; the values in force stay',
    help: 'app changes prints the id. The owner may ask again.',
  },
  'app imitations': {
    summary: 'lists applications with a name that passes for the bank’s',
    help: 'New client names of this kind are refused. These were accepted before, the bank has another name now, or an operator confirmed the registered name. Prints one line of JSON for each; app rename gives another client name, app admit corrects the registered name.',
  },
  'app rename': {
    argument: 'clientId',
    summary: 'gives an application another client name, at once',
    help: 'Pages that open from now on show it to customers. If the owner’s change of the name waits for approval, the command drops that change. The owner may change the name again, by the same rules. Tell the owner: app find prints the contacts.',
    options: { name: { value: '<text>', about: 'the new client name', isNeeded: true } },
  },
  'app suspend': {
    argument: 'clientId',
    summary: 'its tokens die, its calls answer 403 SERVICE_BLOCKED, its running signings end',
    help: 'Customers who are about to sign for it get the way back to its site; nothing unsigned is paid. What customers have signed stays ordered.',
  },
  'app lift': {
    argument: 'clientId',
    summary: 'ends a suspension',
    help: 'Its calls are answered again. The tokens that died stay dead: its customers sign in again. With a bank’s own core the application must have been admitted.',
  },
  'provider list': {
    summary: 'lists the providers that certificates name, blocked ones first',
    help: 'Prints one line of JSON for each, at most 1,000: identifier, name, when it was blocked, number of certificates.',
  },
  'provider show': {
    argument: 'organizationId',
    summary: 'prints a provider with its certificates and their applications',
    help: 'The certificates contain the identifier (organizationIdentifier), such as PSDEE-EFSA-12345678. Prints the provider as one line of JSON, then one line for each certificate of an application, also for removed ones.',
  },
  'provider block': {
    argument: 'organizationId',
    summary: 'refuses every certificate of a provider with 401 CERTIFICATE_BLOCKED',
    help: 'It holds from the next call on; on PostgreSQL every server follows within 60 seconds. Applications of the profile basic go on without a certificate: app suspend ends those. The audit log notes who blocked it and why.',
    options: { reason: REASON },
  },
  'provider unblock': {
    argument: 'organizationId',
    summary: 'ends the block of a provider',
    help: 'Its certificates count again within 60 seconds, unless they were revoked, removed or blocked one by one. The audit log notes who did it and why.',
    options: { reason: REASON },
  },
  'notifications list': {
    summary: 'lists the receivers of status notifications, those with the most waiting messages first',
    help: 'Prints one line of JSON for each application and origin, at most 1,000: waiting messages and those given up, since when the oldest waits, outcomes, next attempt, since when it is paused.',
  },
  'notifications pause': {
    argument: 'origin',
    summary: 'stops the status notifications of all applications to an origin',
    help: 'The origin is scheme, host and port, such as https://shop.example. The messages wait, at most 30 days. Registrations go on.',
  },
  'notifications resume': {
    argument: 'origin',
    summary: 'ends a pause',
    help: 'The messages that waited are sent in their order.',
  },
  'certificate find': {
    argument: 'text',
    summary: 'lists certificates of applications by thumbprint or part of the provider’s identifier',
    help: 'The thumbprint is SHA-256 in hexadecimal, with or without colons; its beginning suffices. Prints one line of JSON for each certificate of an application, at most 100, also for removed ones; certificates themselves are not printed.',
  },
  'core compare': {
    summary: 'compares every signed order with what the bank’s core has done with it, and writes the result to a new file',
    help: 'For a bank with its own core that offers find-orders, after a backup was restored, or to examine orders. One line for each order: same, coreHasIt (the core has done more than Portico says), waits (Portico asks the core again by itself) or unknownAtCore, with an explanation. Orders that only the core has are known from its events. The last line of JSON counts the kinds. It changes nothing.',
    options: {
      to: { value: '<file>', about: 'a file that does not exist yet; - is standard output', isNeeded: true },
      format: { value: 'json|csv', about: 'lines of JSON (as long as nothing is said), or CSV' },
    },
  },
  'core events': {
    summary: 'says how far the events of the bank’s core are applied, and which of them contradict what Portico knows',
    help: 'One line of JSON for each contradiction, then one with the number of the last applied event. It ends with 1 where Portico cannot go on: an event is missing, or the core was restored to an older state. After such a restore, --from says with which event to go on: effects of events that were applied before change nothing a second time.',
    options: { from: { value: '<number>', about: 'the next event to apply, instead of the one after the last applied' } },
  },
  'trust check': {
    files: 'list',
    summary: 'examines the authorities in PORTICO_TRUST_DIR, and compares them with trusted lists',
    help: 'Prints one line of JSON for each authority, with what keeps a server from using it (faults). With trusted lists (ETSI TS 119 612, XML) also its listing: granted, withdrawn, wrongUse or notInList; then a line for each list. Verify the XML signature of each list before, with another program: this command does not. It ends with 1 where anything is wrong, and opens no database.',
  },
  'developer erase': {
    argument: 'email',
    summary: 'deletes a developer with application, test customers, tokens and payments',
    help: 'It cannot be undone: type the address again when asked, or give --yes. The audit log keeps ids only and still verifies.',
  },
  'developer sign-out': {
    argument: 'email',
    summary: 'ends every session of a developer',
    help: 'In every browser, at once; the developer signs in again with the password, which stays. Tokens of the application go on: app suspend ends those. The audit log notes who asked.',
  },
  'developer factor-off': {
    argument: 'email',
    summary: 'switches off the second factor of a developer who has lost it',
    help: 'First make sure who asks: the caller knows more than the mail address. The password stays and is enough to log in; the recovery codes are void. The developer gets a mail and can set up another app on the page Security. The audit log notes who switched it off and why.',
    options: { reason: REASON },
  },
  'developer export': {
    argument: 'email',
    summary: 'writes everything that is held of a developer to a new file, as JSON',
    help: 'Account, application, sandbox, request log, mails and audit entries, without passwords, secrets and tokens. The file is yours alone to read (600): hand it over safely and delete it. The audit log notes who exported.',
    options: { to: { value: '<file>', about: 'a file that does not exist yet; - is standard output', isNeeded: true } },
  },
  'customer sign-out': {
    argument: 'customerId',
    summary: 'ends every session of a customer of the bank',
    help: 'Ends the customer’s sessions in every browser and at the fallback interface, at once. Requests that wait on the customer’s device and approvals that were not used end too. Consents and their tokens stay valid: they are the customer’s, at /bank/permissions. The audit log notes who asked.',
  },
  'customer export': {
    argument: 'customerId',
    summary: 'writes everything that is held of a customer of the bank to a new file, as JSON',
    help: 'Payments, consents, statements, sign-ins and audit entries, without links and codes. What the bank’s own core holds is the core’s to export. The audit log notes who exported.',
    options: { to: { value: '<file>', about: 'a file that does not exist yet; - is standard output', isNeeded: true } },
  },
  'audit verify': {
    summary: 'checks the hash chains of the audit log',
    help: 'Prints what was counted as JSON, with the last seal (topSeal); each finding is one line, and the command then ends with 1. Without --since it misses entries that were removed together with all seals since.',
    options: { since: { value: '<seal>', about: 'number:hash of a seal from the log of a server or an earlier run, which must still be there' } },
  },
  'audit export': {
    summary: 'prints the audit log as lines of JSON',
    help: 'Personal content that was erased is absent.',
  },
  'maintenance on': {
    summary: 'closes API and portal to new work at once, or changes what runs',
    help: 'Signings that run go on to their end. New work is answered 503 with Retry-After. Times are the bank’s: "2026-11-22 04:30".',
    options: { until: { value: '<time>', about: 'when maintenance ends automatically; without it, maintenance off ends it' }, ...MESSAGES },
  },
  'maintenance plan': {
    summary: 'the same, later: it begins and ends automatically',
    help: 'It stands among the news and in the status from now on. Times are the bank’s: "2026-11-22 04:30".',
    options: {
      from: { value: '<time>', about: 'when it begins', isNeeded: true },
      until: { value: '<time>', about: 'when it ends', isNeeded: true },
      ...MESSAGES,
    },
  },
  'maintenance off': {
    summary: 'ends what runs',
    help: 'Every server opens within a second. What is planned stays: maintenance cancel takes it back.',
  },
  'maintenance cancel': {
    argument: 'maintenanceId',
    summary: 'takes back what is planned',
    help: 'It leaves the news and the status at once. maintenance show prints the id.',
  },
  'maintenance show': {
    summary: 'lists what runs and what is planned',
    help: 'Prints one line of JSON for each, the next first; times are UTC.',
  },
  'receipt verify': {
    argument: 'file',
    summary: 'checks a receipt, as JSON or PDF, against the audit log',
    help: '- reads standard input. Says what is proven and what is not, and ends with 0: proven, 1: not the receipt of anything signed here, 2: its personal content was erased.',
  },
  'incident open': {
    argument: 'title',
    summary: 'tells applications, on the status page and in its feeds, that something is wrong',
    help: 'Prints its id. What is said stays: it can be added to, never changed. Quote the title and the text.',
    options: {
      services: { value: '<ids>', about: `${Object.keys(STATUS_SERVICES).join(',')}; or all`, isNeeded: true },
      text: { value: '<text>', about: 'what applications notice and what the bank does', isNeeded: true },
      fallback: { value: 'yes|no', about: 'may applications use the fallback interface meanwhile', isNeeded: true },
      state: { value: '<state>', about: 'investigating (as long as nothing is said), identified or monitoring' },
      next: NEXT,
    },
  },
  'incident update': {
    argument: 'incidentId',
    summary: 'says more about an incident',
    help: 'What was said before stays. To end it: incident resolve.',
    options: { text: { ...WORDS, isNeeded: true }, state: { value: '<state>', about: INCIDENT_STATES.join(', ') }, next: NEXT },
  },
  'incident resolve': {
    argument: 'incidentId',
    summary: 'says that it is over',
    help: 'It stays resolved. What happens again is a new incident.',
    options: { text: { ...WORDS, isNeeded: true } },
  },
  'incident list': {
    summary: 'prints every incident as a line of JSON, the newest first',
    help: 'Each with its id, its state and what was said last.',
  },
  report: {
    argument: 'quarter',
    summary: 'counts the days of a quarter anew, such as 2026Q3, and prints its figures and files',
    help: 'Reports are made by themselves; this makes one now. Days whose measured lines are gone (400 days) stay as they were counted.',
  },
  replay: {
    summary: 'makes history for the statistics of a development installation',
    help: 'Sends real requests to this sandbox, dated back and marked as replayed; no money moves. Takes some seconds for a day. Ctrl+C ends it; what was sent stays.',
    options: { days: { value: 'N', about: 'how many days, until yesterday', isNeeded: true } },
  },
};
