/** Many cores write every member of an object, with `null` where it has no value. */

interface Form {
  readonly anyOf?: readonly Form[];
  readonly items?: Form;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
}

/** The value without those members that are null and not required. A required one stays: its form decides whether it may be null. */
export function leaveOutNulls(form: Form | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const forms = form?.anyOf ?? [form ?? {}];
  if (Array.isArray(value)) return value.map((item) => leaveOutNulls(forms.find(({ items }) => items !== undefined)?.items, item));
  const properties = new Map(forms.flatMap((each) => Object.entries(each.properties ?? {})));
  const required = new Set(forms.flatMap((each) => each.required ?? []));
  const present = Object.entries(value).filter(([name, member]) => member !== null || required.has(name));
  return Object.fromEntries(present.map(([name, member]) => [name, leaveOutNulls(properties.get(name), member)]));
}
