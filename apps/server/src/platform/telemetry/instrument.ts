/**
 * The process's own metrics in OpenTelemetry's terms: counters, up-down counters, gauges and histograms. An instrument declares its attributes and
 * drops all others, so that personal data cannot get into a metric by accident. Nothing is recorded until {@link startRecording}; after that,
 * recording is a lookup in a map.
 */

export type AttributeValue = string | number;
/** By the names that the instrument declares. An absent attribute is left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

type InstrumentKind = 'counter' | 'upDownCounter' | 'gauge' | 'histogram';

export interface InstrumentText {
  /** Dotted, as in the semantic conventions where they define it. */
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
  /** Number of values up to each bound, not cumulative; the last is the number above all bounds. */
  readonly buckets: readonly number[];
}

export type Metric = InstrumentText &
  (
    | { readonly kind: 'counter' | 'upDownCounter' | 'gauge'; readonly points: readonly NumberPoint[] }
    | { readonly kind: 'histogram'; readonly bounds: readonly number[]; readonly points: readonly HistogramPoint[] }
  );

/** The most series of one instrument, as in OpenTelemetry's SDKs. Further attribute sets are counted together under {@link OVERFLOW}. */
const SERIES_MAX = 2_000;
const OVERFLOW: Attributes = { 'otel.metric.overflow': 'true' };
/** The limit for an observer, such as one that asks the database. After it, the other metrics are collected without its values. */
const OBSERVATION_TIMEOUT_MS = 1_000;

let isOn = false;

/** Returns a function that stops the recording. */
export function startRecording(): () => void {
  isOn = true;
  return () => {
    isOn = false;
  };
}

export const isRecording = (): boolean => isOn;

/** One state for each set of attributes, up to {@link SERIES_MAX}. */
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

/** Numbers that are counted here, or read from observers at each collection. */
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

  /** Amounts before the recording began are not counted. */
  add(amount: number, attributes: Attributes = {}): void {
    if (isOn) this.#sums.at(attributes).value += amount;
  }

  /** Calls `read` at each collection. Returns a function that ends this. */
  observe(read: () => readonly Observation[] | Promise<readonly Observation[]>): () => void {
    this.#observers.add(read);
    return () => void this.#observers.delete(read);
  }

  async collect(): Promise<Metric> {
    const observed = new Series<{ value: number }>(this.text.attributes, () => ({ value: 0 }));
    const answers = await Promise.all([...this.#observers].map((read) => readInTime(read)));
    for (const [value, attributes = {}] of answers.flat()) observed.at(attributes).value = value;
    const points = [...this.#sums.all(), ...observed.all()].map(({ attributes, state }) => ({ attributes, value: state.value }));
    // A counter without a count is reported as 0, so that the first count shows as an increase.
    const isNever = this.kind === 'counter' && points.length === 0 && this.text.attributes.length === 0;
    return { ...this.text, kind: this.kind, points: isNever ? [{ attributes: {}, value: 0 }] : points };
  }
}

/** A value that cannot be read in time is left out, never reported as 0. */
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

/** Returns every instrument in the order of declaration, including those without a value. */
export function collectMetrics(): Promise<readonly Metric[]> {
  return Promise.all(instruments.map((instrument) => instrument.collect()));
}
