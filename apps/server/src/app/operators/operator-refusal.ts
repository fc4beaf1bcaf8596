import { EXIT } from '../exit-codes.ts';

/** A known refusal; nothing was changed. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly exitCode: number;
  constructor(text: string, exitCode: number = EXIT.failure) {
    super(text);
    this.exitCode = exitCode;
  }
}
