/**
 * Declares the process's own metrics. This file loads no package: `start-metrics.ts` binds the declarations to instruments of the OpenTelemetry SDK
 * when telemetry is switched on. Until then an instrument returns at once.
 */
import type { Counter, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

type AttributeValue = string | number;
/** By the names that the instrument declares. An absent attribute is left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export interface InstrumentText {
  /** Dotted, as in the semantic conventions where they define it. */
  readonly name: string;
  /** UCUM, e.g. `s`, `By`, `{request}`. */
  readonly unit: string;
  readonly about: string;
  /** All other attributes are dropped. */
  readonly attributes: readonly string[];
  /**
   * Of a counter: the series that are reported as 0 from the start, so that their first count shows as an increase. Prometheus sees no increase in a
   * series that begins with 1. Default: one series where there are no attributes.
   */
  readonly series?: readonly Attributes[];
}

export type Observation = readonly [value: number, attributes?: Attributes];
type Read = () => readonly Observation[] | Promise<readonly Observation[]>;

interface Instrument {
  readonly text: InstrumentText;
  bind(meter: Meter): void;
  unbind(): void;
}

/** The limit for an observer, such as one that asks the database. After it, the other metrics are collected without its values. */
const OBSERVATION_TIMEOUT_MS = 1_000;
const NONE: Attributes = {};

const instruments: Instrument[] = [];
let isOn = false;

export const isRecording = (): boolean => isOn;

/** In the order of declaration. */
export const declaredInstruments = (): readonly InstrumentText[] => instruments.map(({ text }) => text);

/** Records into the meter from now on. Returns a function that stops the recording. */
export function bindInstruments(meter: Meter): () => void {
  for (const instrument of instruments) instrument.bind(meter);
  isOn = true;
  return () => {
    isOn = false;
    for (const instrument of instruments) instrument.unbind();
  };
}

/** A later declaration would have no list of allowed attributes. */
function register<Declared extends Instrument>(instrument: Declared): Declared {
  if (isOn) throw new Error(`${instrument.text.name} must be declared before the recording starts`);
  instruments.push(instrument);
  return instrument;
}

class AddingInstrument implements Instrument {
  readonly text: InstrumentText;
  readonly #kind: 'counter' | 'upDownCounter';
  #bound: Counter | UpDownCounter | undefined;

  constructor(kind: 'counter' | 'upDownCounter', text: InstrumentText) {
    this.#kind = kind;
    this.text = text;
  }

  /** Amounts before the recording began are not counted. */
  add(amount: number, attributes: Attributes = NONE): void {
    this.#bound?.add(amount, attributes);
  }

  bind(meter: Meter): void {
    this.#bound = this.#kind === 'counter' ? meter.createCounter(...namedBy(this.text)) : meter.createUpDownCounter(...namedBy(this.text));
    if (this.#kind !== 'counter') return;
    for (const attributes of this.text.series ?? (this.text.attributes.length === 0 ? [NONE] : [])) this.add(0, attributes);
  }

  unbind(): void {
    this.#bound = undefined;
  }
}

class HistogramInstrument implements Instrument {
  readonly text: InstrumentText;
  readonly #bounds: readonly number[];
  #bound: Histogram | undefined;

  constructor(text: InstrumentText, bounds: readonly number[]) {
    this.text = text;
    this.#bounds = bounds;
  }

  record(value: number, attributes: Attributes = NONE): void {
    this.#bound?.record(value, attributes);
  }

  bind(meter: Meter): void {
    const [name, options] = namedBy(this.text);
    this.#bound = meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: [...this.#bounds] } });
  }

  unbind(): void {
    this.#bound = undefined;
  }
}

/** Numbers that observers return at each collection. */
class ObservedInstrument implements Instrument {
  readonly text: InstrumentText;
  readonly #kind: 'counter' | 'gauge';
  readonly #observers = new Set<Read>();

  constructor(kind: 'counter' | 'gauge', text: InstrumentText) {
    this.#kind = kind;
    this.text = text;
  }

  /** Calls `read` at each collection. Returns a function that ends this. */
  observe(read: Read): () => void {
    this.#observers.add(read);
    return () => void this.#observers.delete(read);
  }

  bind(meter: Meter): void {
    const bound =
      this.#kind === 'counter' ? meter.createObservableCounter(...namedBy(this.text)) : meter.createObservableGauge(...namedBy(this.text));
    bound.addCallback(async (result) => {
      const answers = await Promise.all([...this.#observers].map(readInTime));
      for (const [value, attributes = NONE] of answers.flat()) result.observe(value, attributes);
    });
  }

  /** The callback ends with its meter. */
  unbind(): void {}
}

const namedBy = ({ name, unit, about }: InstrumentText) => [name, { unit, description: about }] as const;

/** A value that cannot be read in time is left out, never reported as 0. */
async function readInTime(read: Read): Promise<readonly Observation[]> {
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

export const counter = (text: InstrumentText) => register(new AddingInstrument('counter', text));
export const upDownCounter = (text: InstrumentText) => register(new AddingInstrument('upDownCounter', text));
/** A sum that another part of the process keeps. */
export const observedCounter = (text: InstrumentText) => register(new ObservedInstrument('counter', text));
export const gauge = (text: InstrumentText) => register(new ObservedInstrument('gauge', text));
/** @param bounds upper bounds of the buckets, ascending, in the unit. */
export const histogram = (text: InstrumentText, bounds: readonly number[]) => register(new HistogramInstrument(text, bounds));
