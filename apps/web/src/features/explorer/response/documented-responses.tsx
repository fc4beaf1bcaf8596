/** The documented responses: successful ones by status, and every error with its cause. */
import type { OperationBrief, SliceError, SliceExample, SliceResponse } from '@portico/contract';
import { bodyText, isJson } from '@portico/contract/wire';
import { Fragment, useState } from 'react';
import { lazyComponent, type RetryProps } from '../../../shared/page/lazy-component.tsx';
import { statusLine } from '../../../shared/portal/http/status-words.ts';
import { MissingPart } from '../../../shared/portal/missing-part.tsx';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import panelStyles from '../panel.module.css';
import { FoldButton } from '../schema/fold-button.tsx';
import { SchemaView } from '../schema/schema-view.tsx';
import styles from './response.module.css';

const BodyText = lazyComponent(async () => (await import('./reading-chunk.ts')).BodyText, undefined, MissingExample);

export function DocumentedResponses({ slice }: { slice: OperationBrief }) {
  // A status in the table of errors is not listed again.
  const responses = slice.responses.filter(({ status }) => !slice.errors.some((error) => String(error.status) === status));
  return (
    <>
      <section aria-labelledby="answers">
        <h2 id="answers">Responses</h2>
        <table className={styles.answers}>
          <tbody>
            {responses.map((response) => (
              <tr key={response.status}>
                <th scope="row">{Number.isNaN(Number(response.status)) ? response.status : statusLine(Number(response.status))}</th>
                <td className="stack-2">
                  <ProseView prose={response.description} />
                  {response.headers === undefined || response.headers.length === 0 ? null : <HeaderNames headers={response.headers} />}
                  {response.content?.map(({ mediaType, schema, examples = [] }) => (
                    <Fragment key={mediaType}>
                      {schema === undefined ? null : <SchemaView title={mediaType} schema={schema} slice={slice} />}
                      <ExampleView mediaType={mediaType} examples={examples} />
                    </Fragment>
                  ))}
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

function HeaderNames({ headers }: { headers: NonNullable<SliceResponse['headers']> }) {
  return (
    <p className="small second">
      Headers:{' '}
      {headers.map(({ name }, place) => (
        <Fragment key={name}>
          {place === 0 ? '' : ', '}
          <code>{name}</code>
        </Fragment>
      ))}
    </p>
  );
}

/** The document's first example, for developers who have not sent a request yet. */
function ExampleView({ mediaType, examples }: { mediaType: string; examples: readonly SliceExample[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const value = examples.find((example) => example.value !== undefined)?.value;
  if (value === undefined) return null;
  return (
    <div>
      <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} onIntent={BodyText.preload}>
        Example of {mediaType}
      </FoldButton>
      {isOpen ? (
        <div className={panelStyles.box}>
          <BodyText label="Example" text={bodyText({ mediaType }, value)} isJson={isJson(mediaType)} />
        </div>
      ) : null}
    </div>
  );
}

function Refusals({ errors }: { errors: readonly SliceError[] }) {
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">Errors</h2>
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

/** Renders text between back-ticks as code. */
function WithCode({ text }: { text: string }) {
  return inPlaces(text.split('`')).map(({ key, place, item }) => (place % 2 === 1 ? <code key={key}>{item}</code> : item));
}

function MissingExample(props: RetryProps) {
  return (
    <div className={panelStyles.problems}>
      <MissingPart {...props} />
    </div>
  );
}
