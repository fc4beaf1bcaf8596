/** Describes what certificates, signatures and proofs cost, as text and a table. */
import type { IdentityMode } from './measure-identity.ts';
import type { Spread } from './statistics.ts';

export interface IdentityBudget {
  /** Processor time of the server beside http. */
  readonly mtlsTimesMax: number;
  readonly nginxTimesMax: number;
  readonly signedTimesMax: number;
  readonly dpopTimesMax: number;
  /** Calls per second with Node.js's mutual TLS on kept connections beside http. */
  readonly mtlsShareMin: number;
}

/** The mode beside which each is measured. */
const BASES: Readonly<Record<IdentityMode['name'], IdentityMode['name']>> = {
  http: 'http',
  mtls: 'http',
  nginx: 'http',
  dpop: 'http',
  'http, new connections': 'http',
  'mtls, new connections': 'http, new connections',
  'http POST': 'http POST',
  'signed POST': 'http POST',
};

const TEXTS: Readonly<Record<IdentityMode['name'], string>> = {
  http: '`GET …/account-list`, http, token',
  mtls: 'the same, certificate, Node.js ends TLS',
  nginx: 'the same, certificate, nginx ends TLS',
  dpop: 'the same, http, DPoP proof',
  'http, new connections': 'the same, http, a connection for each call',
  'mtls, new connections': 'the same, certificate, Node.js, a connection for each call',
  'http POST': '`POST …/consents`, http, token',
  'signed POST': 'the same, signed request',
};

export function describeIdentity(modes: readonly IdentityMode[], budget: IdentityBudget, rounds: string): string {
  const handshake = handshakeMs(modes);
  return `## What the identity of providers costs

The same calls of an application with the profile basic, with a certificate and a token that is bound to it, with DPoP, and as signed requests; one server on
PostgreSQL, in turns under 16 clients that keep their connections, after 6 s to warm up each. All keys are P-256. The processor time is that of the
server's process. The server has one core; PostgreSQL, nginx and the clients share the others. Budgets, beside the same call by http: ${budget.mtlsTimesMax} with Node.js,
${budget.nginxTimesMax} with nginx, ${budget.dpopTimesMax} with DPoP, ${budget.signedTimesMax} for a signed POST; ${budget.mtlsShareMin} of the calls per second with Node.js. ${rounds}.

| call | per second, median (min–max) | of http | processor time of the server for one | times http | p50 / p99 |
|---|---|---|---|---|---|
${modes.map((mode) => row(mode, modes)).join('\n')}
${handshake === undefined ? '' : `\nOne handshake with a certificate costs the server ${handshake.toFixed(2)} ms.\n`}`;
}

function row(mode: IdentityMode, modes: readonly IdentityMode[]): string {
  const share = `${(shareOfBase(modes, mode.name) * 100).toFixed(0)} %`;
  const waits = `${mode.p50.toFixed(0)} / ${mode.p99.toFixed(0)} ms`;
  return `| ${TEXTS[mode.name]} | ${spread(mode.perSecond, 0)} | ${share} | ${spread(mode.processorMs, 2)} ms | ${timesOfBase(modes, mode.name).toFixed(2)} | ${waits} |`;
}

/** One sentence for each budget that is exceeded. */
export function brokenIdentity(modes: readonly IdentityMode[], budget: IdentityBudget): readonly string[] {
  const limits = { mtls: budget.mtlsTimesMax, nginx: budget.nginxTimesMax, dpop: budget.dpopTimesMax, 'signed POST': budget.signedTimesMax } as const;
  const broken = modes.flatMap(({ name }) => {
    const limit = name in limits ? Reflect.get(limits, name) : Number.POSITIVE_INFINITY;
    const times = timesOfBase(modes, name);
    return times > limit ? [`${name}: a call takes ${times.toFixed(2)} times the processor time of http; at most ${limit}.`] : [];
  });
  const share = shareOfBase(modes, 'mtls');
  return share < budget.mtlsShareMin
    ? [...broken, `mtls: ${share.toFixed(2)} of the calls per second of http; at least ${budget.mtlsShareMin}.`]
    : broken;
}

/** Compares within each round, because the machine's speed changes between rounds. */
function timesOfBase(modes: readonly IdentityMode[], name: IdentityMode['name']): number {
  return medianRatio(find(modes, name)?.processorMs, find(modes, BASES[name])?.processorMs);
}

function shareOfBase(modes: readonly IdentityMode[], name: IdentityMode['name']): number {
  return medianRatio(find(modes, name)?.perSecond, find(modes, BASES[name])?.perSecond);
}

/** Milliseconds; undefined without the modes. */
function handshakeMs(modes: readonly IdentityMode[]): number | undefined {
  const used = (name: IdentityMode['name']) => find(modes, name)?.processorMs.median ?? Number.NaN;
  const cost = used('mtls, new connections') - used('mtls') - (used('http, new connections') - used('http'));
  return Number.isNaN(cost) ? undefined : cost;
}

function medianRatio(above: Spread | undefined, below: Spread | undefined): number {
  const ratios = (above?.values ?? []).map((value, at) => value / (below?.values[at] ?? Number.NaN)).toSorted((a, b) => a - b);
  return ratios[Math.floor((ratios.length - 1) / 2)] ?? Number.NaN;
}

const find = (modes: readonly IdentityMode[], name: IdentityMode['name']) => modes.find((mode) => mode.name === name);

function spread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
