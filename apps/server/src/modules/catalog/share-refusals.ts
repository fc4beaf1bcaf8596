/** Builds `components.responses`: error responses that several operations share are written once. */
import { type Json, type JsonObject, mapObject } from './json.ts';

/** The error responses of one operation: status → response. */
type Refusals = JsonObject;

export interface SharedRefusals {
  /** The same with references to the shared responses. */
  refer(refusals: Refusals): Refusals;
  readonly responses: JsonObject;
}

/** @param all the error responses of every operation of the document. */
export function shareRefusals(all: readonly Refusals[]): SharedRefusals {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const responses = new Map<string, Json>();
  for (const [status, response] of all.flatMap((refusals) => Object.entries(refusals))) {
    const text = JSON.stringify(response);
    if (seen.has(text) && !names.has(text)) {
      const name = freeName(responses, `Refused${status}`);
      names.set(text, name);
      responses.set(name, response);
    }
    seen.add(text);
  }
  return {
    refer: (refusals) =>
      mapObject(refusals, (response) => {
        const name = names.get(JSON.stringify(response));
        return name === undefined ? response : { $ref: `#/components/responses/${name}` };
      }),
    responses: Object.fromEntries(responses),
  };
}

function freeName(taken: ReadonlyMap<string, Json>, name: string): string {
  const others = [...taken.keys()].filter((key) => key === name || key.startsWith(`${name}-`)).length;
  return others === 0 ? name : `${name}-${others + 1}`;
}
