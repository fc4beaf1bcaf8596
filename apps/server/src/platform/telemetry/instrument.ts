/**
 * What a process counts and measures of itself, in the terms of OpenTelemetry's metrics: counters, up-down counters, gauges, histograms.
 * An instrument declares its attributes; nothing else can be told to it, so that nobody's name or number gets in by accident. Off until
 * {@link startRecording}: then recording is a look-up in a map, and until then nothing.
 */

export type AttributeValue = string | number;
/** By the names that the instrument declares. What is absent stays away. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

type InstrumentKind = 'counter' | 'upDownCounter' | 'gauge' | 'histogram';

export interface InstrumentText {
  /** Dotted, by the semantic conventions where they have a word. */
  readonly name: string;
  /** UCUM, e.g. `s`, `By`, `{request}`. */
  readonly unit: string;
  readonly about: string;
  readonly attributes: readonly string[];
}

interface NumberPoint {
  readonly attributes: Attributes;
  readonly value: number;
}

export interface HistogramPoint {
  readonly attributes: Attributes;
  readonly count: number;
  readonly sum: number;
  /** How many were at most each bound; the last are those above all. Not cumulative. */
  readonly buckets: readonly number[];
}

export type Metric = InstrumentText &
  (
    | { readonly kind: 'counter' | 'upDownCounter' | 'gauge'; readonly points: readonly NumberPoint[] }
    | { readonly kind: 'histogram'; readonly bounds: readonly number[]; readonly points: readonly HistogramPoint[] }
  );

/** Of one instrument, as OpenTelemetry's own kits have it: what comes later is counted together, under {@link OVERFLOW}. */
const SERIES_MAX = 2_000;
const OVERFLOW: Attributes = { 'otel.metric.overflow': 'true' };
/** Whoever is asked for a number, such as the database, has this long; then the others are told without it. */
const OBSERVATION_TIMEOUT_MS = 1_000;

let isOn = false;

/** Answers how to end it. */
export function startRecording(): () => void {
  isOn = true;
  return () => {
    isOn = false;
  };
}

export const isRecording = (): boolean => isOn;

/** Values by what they are about, a bounded number of them. */
class Series<State> {
  readonly #byKey = new Map<string, { readonly attributes: Attributes; readonly state: State }>();
  readonly #names: readonly string[];
  readonly #make: () => State;

  constructor(names: readonly string[], make: () => State) {
    this.#names = names;
    this.#make = make;
  }

  at(given: Attributes): State {
    const key = this.#names.map((name) => given[name] ?? '').join('\n');
    const known = this.#byKey.get(key);
    if (known !== undefined) return known.state;
    if (this.#byKey.size >= SERIES_MAX) return this.#add('overflow', OVERFLOW);
    return this.#add(key, this.#declared(given));
  }

  all() {
    return [...this.#byKey.values()];
  }

  #declared(given: Attributes): Attributes {
    return Object.fromEntries(this.#names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  }

  #add(key: string, attributes: Attributes): State {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known.state;
    const state = this.#make();
    this.#byKey.set(key, { attributes, state });
    return state;
  }
}

export type Observation = readonly [value: number, attributes?: Attributes];

/** Numbers that are counted here, or asked for when somebody wants to know them. */
class NumberInstrument {
  readonly text: InstrumentText;
  readonly kind: Exclude<InstrumentKind, 'histogram'>;
  readonly #sums: Series<{ value: number }>;
  readonly #observers = new Set<() => readonly Observation[] | Promise<readonly Observation[]>>();

  constructor(kind: Exclude<InstrumentKind, 'histogram'>, text: InstrumentText) {
    this.kind = kind;
    this.text = text;
    this.#sums = new Series(text.attributes, () => ({ value: 0 }));
  }

  /** What was counted before recording began is not made up for. */
  add(amount: number, attributes: Attributes = {}): void {
    if (isOn) this.#sums.at(attributes).value += amount;
  }

  /** Asked at each collection. Answers how to end that. */
  observe(read: () => readonly Observation[] | Promise<readonly Observation[]>): () => void {
    this.#observers.add(read);
    return () => void this.#observers.delete(read);
  }

  async collect(): Promise<Metric> {
    const observed = new Series<{ value: number }>(this.text.attributes, () => ({ value: 0 }));
    const answers = await Promise.all([...this.#observers].map((read) => readInTime(read)));
    for (const [value, attributes = {}] of answers.flat()) observed.at(attributes).value = value;
    const points = [...this.#sums.all(), ...observed.all()].map(({ attributes, state }) => ({ attributes, value: state.value }));
    // What has not happened yet is a 0, so that its first time is an increase.
    const isNever = this.kind === 'counter' && points.length === 0 && this.text.attributes.length === 0;
    return { ...this.text, kind: this.kind, points: isNever ? [{ attributes: {}, value: 0 }] : points };
  }
}

/** A number that cannot be had now is absent, never 0. */
async function readInTime(read: () => readonly Observation[] | Promise<readonly Observation[]>): Promise<readonly Observation[]> {
  const expired = Promise.withResolvers<readonly Observation[]>();
  const timer = setTimeout(() => expired.resolve([]), OBSERVATION_TIMEOUT_MS);
  try {
    return await Promise.race([read(), expired.promise]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

class HistogramInstrument {
  readonly text: InstrumentText;
  readonly #bounds: readonly number[];
  readonly #series: Series<{ count: number; sum: number; readonly buckets: number[] }>;

  constructor(text: InstrumentText, bounds: readonly number[]) {
    this.text = text;
    this.#bounds = bounds;
    this.#series = new Series(text.attributes, () => ({ count: 0, sum: 0, buckets: Array.from({ length: bounds.length + 1 }, () => 0) }));
  }

  record(value: number, attributes: Attributes = {}): void {
    if (!isOn) return;
    const state = this.#series.at(attributes);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const index = bucket === -1 ? this.#bounds.length : bucket;
    state.buckets[index] = (state.buckets[index] ?? 0) + 1;
    state.count += 1;
    state.sum += value;
  }

  async collect(): Promise<Metric> {
    const points = this.#series.all().map(({ attributes, state }) => ({ attributes, ...state, buckets: [...state.buckets] }));
    return { ...this.text, kind: 'histogram', bounds: this.#bounds, points };
  }
}

const instruments: { readonly text: InstrumentText; collect(): Promise<Metric> }[] = [];

function register<Instrument extends { readonly text: InstrumentText; collect(): Promise<Metric> }>(instrument: Instrument): Instrument {
  instruments.push(instrument);
  return instrument;
}

export const counter = (text: InstrumentText) => register(new NumberInstrument('counter', text));
export const upDownCounter = (text: InstrumentText) => register(new NumberInstrument('upDownCounter', text));
export const gauge = (text: InstrumentText) => register(new NumberInstrument('gauge', text));
/** @param bounds upper bounds of the buckets, ascending, in the unit. */
export const histogram = (text: InstrumentText, bounds: readonly number[]) => register(new HistogramInstrument(text, bounds));

/** Everything there is, in the order of declaration, also what nothing was told to yet. */
export function collectMetrics(): Promise<readonly Metric[]> {
  return Promise.all(instruments.map((instrument) => instrument.collect()));
}
