/** A response: status, time, size, body, headers, and a check against the documented schema. */
import type { OperationBrief } from '@portico/contract';
import { formatJson, isJson } from '@portico/contract/wire';
import { type ReactNode, useMemo, useState } from 'react';
import { CopyButton } from '../../../shared/portal/copy-button.tsx';
import { ErrorCode } from '../../../shared/portal/http/error-code.tsx';
import { statusLine } from '../../../shared/portal/http/status-words.ts';
import { Tabs } from '../../../shared/portal/tabs.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import panelStyles from '../panel.module.css';
import type { Answer } from '../request/outcome.ts';
import { FORMATTED_LENGTH } from './body-blocks.ts';
import { BodyText } from './body-text.tsx';
import { downloadBody } from './download-body.ts';
import { formatBytes } from './format-bytes.ts';
import { refusalCode } from './refusal-code.ts';
import styles from './response.module.css';
import { ResponseSchemaCheck } from './response-schema-check.tsx';

type Tab = 'body' | 'headers' | 'schema';

interface ResponsePanelProps {
  answer: Answer;
  slice: OperationBrief;
  /** Actions for this response. */
  children?: ReactNode;
}

export function ResponsePanel({ answer, slice, children }: ResponsePanelProps) {
  const [chosen, setChosen] = useState<{ tab: Tab; answer: Answer }>({ tab: 'body', answer });
  const [isRaw, setIsRaw] = useState(false);
  const [unfolded, setUnfolded] = useState<Answer>();
  const { status, milliseconds, bytes, headers, text } = answer;
  const refused = status < 400 ? undefined : refusalCode(text);
  // The page of error codes has a row for each code that our documents name.
  const code = slice.errors.some((row) => row.code === refused) ? refused : undefined;
  // An error response opens on its body, even if another tab was chosen before.
  const tab = answer.status < 400 || chosen.answer === answer ? chosen.tab : 'body';
  const isLarge = (text?.length ?? 0) > FORMATTED_LENGTH;
  const isAsItCame = isLarge ? unfolded !== answer : isRaw;
  const formatted = useMemo(() => (isLarge && isAsItCame ? undefined : formatJson(text ?? '')), [text, isLarge, isAsItCame]);
  const shown = isAsItCame || formatted === undefined ? text : formatted;
  const canFormat = isLarge ? isJson(answer.mediaType) : formatted !== undefined;
  const toggle = () => (isLarge ? setUnfolded(isAsItCame ? answer : undefined) : setIsRaw(!isRaw));
  return (
    <section className={panelStyles.box} aria-label="Response">
      <div className={panelStyles.bar}>
        <span className="row wrap">
          <Badge kind={status < 400 ? 'ok' : 'error'}>{statusLine(status)}</Badge>
          <span className="tab muted">
            {Math.round(milliseconds)} ms · {formatBytes(bytes)}
          </span>
        </span>
        {text === undefined || text === '' ? null : <CopyButton text={shown ?? ''} label="Copy response" />}
      </div>
      <Tabs
        label="Response"
        tabs={[
          { id: 'body', label: 'Body' },
          { id: 'headers', label: `Headers ${headers.length}` },
          { id: 'schema', label: 'Schema' },
        ]}
        chosen={tab}
        onChoose={(next) => setChosen({ tab: next, answer })}
        bar={(list) => <div className={panelStyles.bar}>{list}</div>}
      >
        {tab === 'body' ? (
          <Body text={shown} bytes={bytes} mediaType={answer.mediaType} isJson={formatted !== undefined || isJson(answer.mediaType)} />
        ) : null}
        {tab === 'headers' ? (
          <dl className={styles.headers}>
            {inPlaces(headers).map(({ key, item: [name, value] }) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {tab === 'schema' ? <ResponseSchemaCheck answer={answer} slice={slice} /> : null}
      </Tabs>
      <div className={panelStyles.foot}>
        {code === undefined ? null : (
          <span className="small">
            <ErrorCode code={code} status={status} isFallback={slice.path.startsWith('/fallback/')} />
          </span>
        )}
        {children}
        {!canFormat || tab !== 'body' ? null : (
          <Button kind="quiet" isDense onClick={toggle}>
            {isAsItCame ? 'Show formatted' : 'Show raw'}
          </Button>
        )}
        {bytes === 0 ? null : (
          <Button kind="quiet" isDense onClick={() => downloadBody(answer, slice.operationId)}>
            Download
          </Button>
        )}
      </div>
    </section>
  );
}

function Body({ text, bytes, mediaType, isJson }: { text: string | undefined; bytes: number; mediaType: string; isJson: boolean }) {
  if (bytes === 0) return <p className={panelStyles.problems}>The response has no body.</p>;
  if (text === undefined) return <p className={panelStyles.problems}>The body is {mediaType}, not text. Download it to look at it.</p>;
  return <BodyText label="Body of the response" text={text} isJson={isJson} />;
}
