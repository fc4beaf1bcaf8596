/** Measures a statement and adds a span to the current trace. The text and the values of the statement are not recorded. */
import { isRecording } from '../telemetry/instrument.ts';
import { dbDuration } from '../telemetry/instruments.ts';
import { beginSpan, errorTypeOf } from '../telemetry/trace.ts';
import { nameStatement } from './statement-name.ts';

export function observeStatement<Answer>(text: string, send: () => Promise<Answer>): Promise<Answer> {
  if (!isRecording()) return send();
  const { operation, table } = nameStatement(text);
  const attributes = { 'db.operation.name': operation, 'db.collection.name': table };
  const summary = table === undefined ? operation : `${operation} ${table}`;
  const span = beginSpan(summary, 'client', { ...attributes, 'db.system.name': 'postgresql', 'db.query.summary': summary });
  const began = performance.now();
  const end = (errorType: string | undefined) => {
    dbDuration.record((performance.now() - began) / 1_000, { ...attributes, 'error.type': errorType });
    span?.end(errorType);
  };
  const answer = send();
  answer.then(
    () => end(undefined),
    (error: unknown) => end(errorTypeOf(error)),
  );
  return answer;
}
