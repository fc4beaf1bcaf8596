/** One call of a bank's core: its name, its forms, and the check of its answer. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { once } from '#platform/once.ts';
import { explainForm } from './explain-form.ts';
import { leaveOutNulls } from './leave-out-nulls.ts';

/** One call: the last segment of its address, and what goes each way. */
export interface CoreCall<Request extends TSchema = TSchema, Response extends TSchema = TSchema> {
  readonly name: string;
  /** For the engineer of a core. */
  readonly summary: string;
  readonly request: Request;
  readonly response: Response;
  /** @throws WrongForm, which names the field */
  parse(answer: unknown): Static<Response>;
}

/** An answer that is not of the form in the document. The message names the field, and holds no personal data. */
export class WrongForm extends Error {
  override readonly name = 'WrongForm';
}

export function call<Request extends TSchema, Response extends TSchema>(
  name: string,
  summary: string,
  request: Request,
  response: Response,
): CoreCall<Request, Response> {
  const form = once(() => Compile(response));
  return {
    name,
    summary,
    request,
    response,
    parse(answer) {
      const read = leaveOutNulls(response, answer);
      if (form().Check(read)) return read;
      throw new WrongForm(explainForm(form().Errors(read), read));
    },
  };
}
