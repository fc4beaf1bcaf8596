/**
 * All metrics. Names and units follow OpenTelemetry's semantic conventions; the others are named `portico.…`. Dashboard and alerts in
 * `deploy/prometheus` use exactly these metrics, which a test checks.
 */
import { counter, gauge, histogram, observedCounter, upDownCounter } from './instrument.ts';

/** One series for each value of an attribute. */
const seriesOf = (attribute: string, values: readonly string[]) => values.map((value) => ({ [attribute]: value }));

/** Buckets of the conventions, https://opentelemetry.io/docs/specs/semconv/http/http-metrics/, and 120 s, the limit of a held signature. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 120];
/** Buckets of the conventions, https://opentelemetry.io/docs/specs/semconv/database/database-metrics/. */
const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export const httpServerDuration = histogram(
  {
    name: 'http.server.request.duration',
    unit: 's',
    about: 'Requests, from their headers to the end of the answer',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'error.type'],
  },
  REQUEST_SECONDS,
);
export const httpServerActive = upDownCounter({
  name: 'http.server.active_requests',
  unit: '{request}',
  about: 'Requests that are being answered',
  attributes: [],
});
export const requestsShed = counter({
  name: 'portico.http.shed_requests',
  unit: '{request}',
  about: 'Requests sent away because the server was busy',
  attributes: ['http.route'],
});

export const httpClientDuration = histogram(
  {
    name: 'http.client.request.duration',
    unit: 's',
    about: 'Calls to the bank’s core',
    attributes: ['http.request.method', 'url.template', 'http.response.status_code', 'error.type'],
  },
  REQUEST_SECONDS,
);

export const dbDuration = histogram(
  {
    name: 'db.client.operation.duration',
    unit: 's',
    about: 'Statements, from sending to the answer',
    attributes: ['db.operation.name', 'db.collection.name', 'error.type'],
  },
  STATEMENT_SECONDS,
);
export const dbConnections = upDownCounter({
  name: 'db.client.connection.count',
  unit: '{connection}',
  about: 'Connections in use',
  attributes: ['db.client.connection.state'],
});
export const dbConnectionsMax = upDownCounter({
  name: 'db.client.connection.max',
  unit: '{connection}',
  about: 'Connections that may be in use at once',
  attributes: [],
});
export const dbPending = upDownCounter({
  name: 'db.client.connection.pending_requests',
  unit: '{request}',
  about: 'Who waits for a connection',
  attributes: [],
});
export const dbWait = histogram(
  { name: 'db.client.connection.wait_time', unit: 's', about: 'The wait for a connection', attributes: [] },
  STATEMENT_SECONDS,
);
export const dbTimeouts = counter({
  name: 'db.client.connection.timeouts',
  unit: '{timeout}',
  about: 'Waits for a connection that were given up',
  attributes: [],
});
export const databaseUp = gauge({ name: 'portico.database.up', unit: '1', about: '1 while the database answers, else 0', attributes: [] });

export const jobDuration = histogram(
  {
    name: 'messaging.process.duration',
    unit: 's',
    about: 'Jobs, one by one or done together',
    attributes: ['messaging.destination.name', 'error.type'],
  },
  REQUEST_SECONDS,
);
export const jobsWaiting = gauge({
  name: 'portico.job.waiting',
  unit: '{job}',
  about: 'Jobs that are due and not done',
  attributes: ['messaging.destination.name'],
});
export const jobsOldest = gauge({
  name: 'portico.job.oldest_age',
  unit: 's',
  about: 'How long the longest of them has been due',
  attributes: ['messaging.destination.name'],
});
export const jobsFailed = gauge({
  name: 'portico.job.given_up',
  unit: '{job}',
  about: 'Jobs of the last seven days that failed for good',
  attributes: ['messaging.destination.name'],
});

export const signInsThrottled = counter({
  name: 'portico.sign_in.throttled',
  unit: '{try}',
  about: 'Tries to sign in at the bank that were refused because there were too many: of a browser, of a network, in all, or for one identity',
  attributes: ['scope'],
  series: seriesOf('scope', ['browser', 'network', 'installation', 'identity']),
});
export const identityRefusals = counter({
  name: 'portico.identity.refusals',
  unit: '{request}',
  about: 'Requests that were refused for their certificate or their signature, by the code of the refusal',
  attributes: ['code'],
  series: seriesOf('code', [
    'CERTIFICATE_MISSING',
    'CERTIFICATE_INVALID',
    'CERTIFICATE_EXPIRED',
    'CERTIFICATE_REVOKE',
    'CERTIFICATE_BLOCKED',
    'ROLE_INVALID',
    'SERVICE_UNAVAILABLE',
    'SIGNATURE_MISSING',
    'SIGNATURE_INVALID',
  ]),
});
export const revocationQuestions = counter({
  name: 'portico.revocation.questions',
  unit: '{question}',
  about: 'Questions to authorities whether a certificate is revoked: by ocsp or crl; good, revoked, unknown or failed',
  attributes: ['source', 'outcome'],
  series: ['ocsp', 'crl'].flatMap((source) => ['good', 'revoked', 'unknown', 'failed'].map((outcome) => ({ source, outcome }))),
});
export const testNumberDraws = counter({
  name: 'portico.test_number.draws',
  unit: '{draw}',
  about: 'Numbers drawn for test customers and their accounts: free, or taken by another customer and drawn again',
  attributes: ['portico.test_number.kind', 'outcome'],
  series: ['customer', 'account'].flatMap((kind) => ['free', 'taken'].map((outcome) => ({ 'portico.test_number.kind': kind, outcome }))),
});
export const sequenceUsed = gauge({
  name: 'portico.database.sequence_used',
  unit: '1',
  about: 'Part of the values that the fullest sequence of the database has given out, 0 to 1',
  attributes: [],
});

export const mailsTried = counter({
  name: 'portico.mail.tries',
  unit: '{try}',
  about: 'Mails handed to the mail server: sent, delayed, refused for good, or expired before',
  attributes: ['outcome'],
  series: seriesOf('outcome', ['sent', 'delayed', 'refused', 'expired']),
});
export const mailsWaiting = gauge({ name: 'portico.mail.waiting', unit: '{mail}', about: 'Mails that wait', attributes: [] });
export const mailsOldest = gauge({ name: 'portico.mail.oldest_age', unit: 's', about: 'How long the oldest of them has waited', attributes: [] });

export const notificationAttempts = counter({
  name: 'portico.notification.attempts',
  unit: '{attempt}',
  about: 'Attempts to send a status notification: delivered, refused with a status of HTTP, or the fault of the connection',
  attributes: ['outcome'],
  series: seriesOf('outcome', ['delivered', 'refused', 'address', 'certificate', 'late', 'too_large', 'unreachable']),
});
export const notificationsOldest = gauge({
  name: 'portico.notification.oldest_age',
  unit: 's',
  about:
    'How long the oldest notification has been due without an attempt; those to receivers that fail wait for their next attempt and do not count',
  attributes: [],
});

export const auditEntries = counter({
  name: 'portico.audit.entries',
  unit: '{entry}',
  about: 'What happened, by the event of the audit log: payments, consents, signing sessions and their ends',
  attributes: ['event'],
  series: seriesOf('event', ['signing.entered', 'signing.signed']),
});

/** All five exist with a bank's core that offers `list-events`, from its first answer on. */
export const coreEventLag = gauge({
  name: 'portico.core.event_lag',
  unit: '{event}',
  about: 'Events of the bank’s core that Portico has not applied',
  attributes: [],
});
export const coreLastEvent = gauge({
  name: 'portico.core.last_event_age',
  unit: 's',
  about: 'Time since the last applied event happened at the core',
  attributes: [],
});
export const coreEventAnswer = gauge({
  name: 'portico.core.event_answer_age',
  unit: 's',
  about: 'Time since the core last said which events it has',
  attributes: [],
});
export const coreEventProblem = gauge({
  name: 'portico.core.event_problem_age',
  unit: 's',
  about: 'Time for which a fault in the events of the core has stopped Portico from applying them; 0 without a fault',
  attributes: [],
});
export const coreEventFindings = gauge({
  name: 'portico.core.event_findings',
  unit: '{finding}',
  about: 'Events of the core that contradict what Portico knows',
  attributes: [],
});

export const requestLogWaiting = gauge({
  name: 'portico.request_log.waiting',
  unit: '{line}',
  about: 'Lines of the request log that are not written yet',
  attributes: [],
});
export const requestLogDropped = counter({
  name: 'portico.request_log.dropped',
  unit: '{line}',
  about: 'Lines of the request log that were lost',
  attributes: [],
});

export const probes = counter({
  name: 'portico.probe.unreached',
  unit: '{probe}',
  about: 'Probes of the server’s own services that did not reach it',
  attributes: ['service'],
});

export const eventLoopTime = observedCounter({
  name: 'nodejs.eventloop.time',
  unit: 's',
  about: 'Time of the event loop, at work and at rest',
  attributes: ['nodejs.eventloop.state'],
});
export const eventLoopDelay = gauge({
  name: 'nodejs.eventloop.delay.mean',
  unit: 's',
  about: 'How late the event loop is, by which load is shed',
  attributes: [],
});
export const processMemory = gauge({ name: 'process.memory.usage', unit: 'By', about: 'Resident memory', attributes: [] });
export const heapUsed = gauge({ name: 'v8js.memory.heap.used', unit: 'By', about: 'Used heap', attributes: [] });
export const processCpu = observedCounter({ name: 'process.cpu.time', unit: 's', about: 'Processor time', attributes: ['cpu.mode'] });
export const processUptime = gauge({ name: 'process.uptime', unit: 's', about: 'Since the start of the process', attributes: [] });

export const spansExported = counter({
  name: 'otel.sdk.exporter.span.exported',
  unit: '{span}',
  about: 'Spans that the collector took; with error.type, those that are lost',
  attributes: ['error.type'],
  series: [{}, ...seriesOf('error.type', ['export_failed', 'queue_full'])],
});
