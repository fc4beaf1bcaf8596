/**
 * A printed answer beside the real one. Every field is there and no other; texts and numbers are equal, except what differs each
 * time: `…` and `<words>` in a text stand for anything, days, instants, UUIDs and IBANs are compared by their form. Of a list, each
 * printed item must be among the real ones.
 */
const FORMS: readonly RegExp[] = [
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/,
];

/** Empty: they agree. Else one sentence for each difference. */
export function compareAnswer(printed: unknown, real: unknown, path = 'answer'): readonly string[] {
  if (Array.isArray(printed)) return compareLists(printed, real, path);
  if (isObject(printed)) return compareObjects(printed, real, path);
  if (typeof printed === 'string' && typeof real === 'string') return textsAgree(printed, real) ? [] : [`${path}: printed ${printed}, real ${real}`];
  return printed === real ? [] : [`${path}: printed ${JSON.stringify(printed)}, real ${JSON.stringify(real)}`];
}

export function textsAgree(printed: string, real: string): boolean {
  if (FORMS.some((form) => form.test(printed) && form.test(real))) return true;
  const parts = printed.split(/…|<[^>]+>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]+')}$`).test(real);
}

function compareLists(printed: readonly unknown[], real: unknown, path: string): readonly string[] {
  if (!Array.isArray(real)) return [`${path}: a list is printed, real is ${JSON.stringify(real)}`];
  if (printed.length === 0) return real.length === 0 ? [] : [`${path}: an empty list is printed, real are ${real.length}`];
  return printed.flatMap((item, place) => {
    const differences = real.map((candidate) => compareAnswer(item, candidate, `${path}[${place}]`));
    if (differences.some(({ length }) => length === 0)) return [];
    return differences.toSorted((one, other) => one.length - other.length)[0] ?? [`${path}: ${printed.length} are printed, real is none`];
  });
}

function compareObjects(printed: Readonly<Record<string, unknown>>, real: unknown, path: string): readonly string[] {
  if (!isObject(real)) return [`${path}: an object is printed, real is ${JSON.stringify(real)}`];
  const needless = Object.keys(printed).filter((key) => !Object.hasOwn(real, key));
  const missing = Object.keys(real).filter((key) => !Object.hasOwn(printed, key));
  return [
    ...needless.map((key) => `${path}.${key}: is printed and does not exist`),
    ...missing.map((key) => `${path}.${key}: exists and is not printed, ${JSON.stringify(real[key])}`),
    ...Object.entries(printed).flatMap(([key, value]) => (Object.hasOwn(real, key) ? compareAnswer(value, real[key], `${path}.${key}`) : [])),
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
