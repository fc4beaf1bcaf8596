/** A text of the catalogue in which `<b>` is bold: what counts or changes inside a sentence. */
import { Trans } from '@lingui/react';

const COMPONENTS = { b: <b className="strong tab" /> };

export function RichText<Key extends string>({ id, values }: { id: Key; values: Readonly<Record<string, string | number>> }) {
  return <Trans id={id} values={values} components={COMPONENTS} />;
}
