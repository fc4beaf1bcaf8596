/** What the document promises: answers by status, and every refusal with what brings it about. */
import type { OperationSlice, SliceError } from '@portico/contract';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import { statusLine } from '../answer/status-words.ts';
import styles from './operation.module.css';
import { SchemaView } from './schema-view.tsx';

export function DocumentedAnswers({ slice }: { slice: OperationSlice }) {
  // A status that the table of refusals explains is not explained twice.
  const responses = slice.responses.filter(({ status }) => !slice.errors.some((error) => String(error.status) === status));
  return (
    <>
      <section aria-labelledby="answers">
        <h2 id="answers">Answers</h2>
        <table className={styles.answers}>
          <tbody>
            {responses.map((response) => (
              <tr key={response.status}>
                <th scope="row">{Number.isNaN(Number(response.status)) ? response.status : statusLine(Number(response.status))}</th>
                <td className="stack-2">
                  <ProseView prose={response.description} />
                  {response.content?.map(({ mediaType, schema }) =>
                    schema === undefined ? null : <SchemaView key={mediaType} title={mediaType} schema={schema} $defs={slice.$defs} />,
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {slice.errors.length === 0 ? null : <Refusals errors={slice.errors} />}
    </>
  );
}

function Refusals({ errors }: { errors: readonly SliceError[] }) {
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">Refusals</h2>
      <table className={styles.answers}>
        <tbody>
          {inPlaces([...errors].sort((a, b) => a.status - b.status)).map(({ key, item: { status, code, when } }) => (
            <tr key={key}>
              <th scope="row">
                {status} <code>{code}</code>
              </th>
              <td>
                <WithCode text={when} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Half a sentence with code between back-ticks. */
function WithCode({ text }: { text: string }) {
  return inPlaces(text.split('`')).map(({ key, place, item }) => (place % 2 === 1 ? <code key={key}>{item}</code> : item));
}
