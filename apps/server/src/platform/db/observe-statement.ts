/** Measures a statement and, in a trace, makes it a part of it. The statement itself is the caller's and stays unseen. */
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
