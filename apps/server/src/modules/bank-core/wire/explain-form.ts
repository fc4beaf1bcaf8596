/** Names the field of an answer that has another form: its JSON pointer, what the document asks for, and what came. */
import type { TLocalizedValidationError } from 'typebox/error';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
};

/**
 * The text has kind and length of a value and not the value, which may be personal data.
 *
 * @param errors of a value that does not match; in the order of the schema
 */
export function explainForm(errors: readonly TLocalizedValidationError[], value: unknown): string {
  const told = withoutOtherForms(errors).flatMap(toFaults);
  const deepest = Math.max(...told.map(({ pointer }) => depthOf(pointer)));
  const [fault] = told.filter(({ pointer }) => depthOf(pointer) === deepest);
  if (fault === undefined) return 'the answer has another form';
  const accepted = told.filter(({ pointer, isChoice }) => isChoice && fault.isChoice && pointer === fault.pointer).map(({ expected }) => expected);
  const expected = accepted.length > 0 ? [...new Set(accepted)].join(', ') : fault.expected;
  return `${fault.pointer === '' ? 'the answer' : fault.pointer}: expected ${expected}, got ${kindOf(valueAt(value, fault.pointer))}`;
}

interface Fault {
  readonly pointer: string;
  readonly expected: string;
  /** One of the values that a member may have. */
  readonly isChoice: boolean;
}

const depthOf = (pointer: string) => pointer.split('/').length;

/** A form of a union is another one when a member with a fixed value differs, or when it is null. */
function withoutOtherForms(errors: readonly TLocalizedValidationError[]): readonly TLocalizedValidationError[] {
  const formOf = ({ schemaPath }: TLocalizedValidationError) => /^.*\/anyOf\/\d+/.exec(schemaPath)?.[0];
  const others = new Set(
    errors.filter((error) => error.keyword === 'const' || (error.keyword === 'type' && error.params.type === 'null')).map(formOf),
  );
  const likely = errors.filter((error) => error.keyword !== 'anyOf' && (formOf(error) === undefined || !others.has(formOf(error))));
  return likely.length > 0 ? likely : errors.filter(({ keyword }) => keyword !== 'anyOf');
}

function toFaults(error: TLocalizedValidationError): readonly Fault[] {
  const { instancePath: pointer } = error;
  const fault = (expected: string, isChoice = false) => [{ pointer, expected, isChoice }];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({ pointer: `${pointer}/${name}`, expected: 'a value', isChoice: false }));
    case 'enum':
      return fault(error.params.allowedValues.map(String).join(', '), true);
    case 'const':
      return fault(String(error.params.allowedValue), true);
    case 'type':
      return fault(
        [error.params.type]
          .flat()
          .map((type) => TYPES[type] ?? type)
          .join(' or '),
      );
    case 'pattern':
      return fault(`a text of the form ${String(error.params.pattern)}`);
    default:
      return fault(`a value that ${error.message}`);
  }
}

function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce((found: unknown, name) => Object(found)[name.replaceAll('~1', '/').replaceAll('~0', '~')], value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
