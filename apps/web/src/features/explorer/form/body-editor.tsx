/** The body: the initial example, the media type, and the schema's findings. A body with findings can be sent, too. */
import type { OperationBrief, SliceContent } from '@portico/contract';
import { fileParts, formatJson, isEditedAsJson, isMultipart, withPart } from '@portico/contract/wire';
import { useId } from 'react';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import panelStyles from '../panel.module.css';
import { formatBytes } from '../response/format-bytes.ts';
import { ProblemList } from '../schema/problem-list.tsx';
import { SchemaView } from '../schema/schema-view.tsx';
import { BodyField } from './body-field.tsx';
import { FilePicker } from './file-picker.tsx';
import styles from './form.module.css';
import { useBodyCheck } from './use-body-check.ts';

const choice = classNames(fieldStyles.input, styles.choice);

interface BodyEditorProps {
  slice: OperationBrief;
  contents: readonly SliceContent[];
  content: SliceContent;
  text: string;
  isEdited: boolean;
  exampleName: string | undefined;
  onText: (text: string) => void;
  onMediaType: (mediaType: string) => void;
  onExample: (name: string) => void;
  onReset: () => void;
  /** Called on focus, because a changed body will probably be sent. */
  onFocus: () => void;
}

export function BodyEditor(props: BodyEditorProps) {
  const { slice, contents, content, text, isEdited, exampleName, onText, onMediaType, onExample, onReset, onFocus } = props;
  const id = useId();
  const { check, start } = useBodyCheck(text, content, slice);
  const examples = content.examples ?? [];
  const format = () => onText(formatJson(text) ?? text);
  const parts = isMultipart(content.mediaType) ? fileParts(content) : [undefined];
  const enter = () => {
    start();
    onFocus();
  };
  const insert = (part: string | undefined, file: string) => {
    enter();
    onText(part === undefined ? file : withPart(text, part, file));
  };
  return (
    <section aria-labelledby={id}>
      <div className={styles.bodyHead}>
        <h2 id={id}>Body</h2>
        <Button kind="quiet" isDense disabled={!isEdited} onClick={onReset}>
          Reset to example
        </Button>
      </div>
      {slice.requestBody?.description === undefined ? null : (
        <div className={styles.bodyAbout}>
          <ProseView prose={slice.requestBody.description} />
        </div>
      )}
      <div className={panelStyles.box}>
        {examples.length < 2 ? null : (
          <div className={panelStyles.bar}>
            <label className="row">
              Example
              <select className={choice} value={exampleName ?? examples[0]?.name} onChange={(event) => onExample(event.target.value)}>
                {examples.map(({ name, summary }) => (
                  <option key={name} value={name}>
                    {summary ?? name}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        <div className={panelStyles.bar}>
          {contents.length < 2 ? (
            <strong className="strong">{content.mediaType}</strong>
          ) : (
            <select
              className={choice}
              aria-label="Media type of the body"
              value={content.mediaType}
              onChange={(event) => onMediaType(event.target.value)}
            >
              {contents.map(({ mediaType }) => (
                <option key={mediaType} value={mediaType}>
                  {mediaType}
                </option>
              ))}
            </select>
          )}
          <span className="micro muted" role="status" id={`${id}-check`}>
            {check.summary} · {formatBytes(new TextEncoder().encode(text).length)}
          </span>
        </div>
        <BodyField
          text={text}
          isJson={isEditedAsJson(content.mediaType)}
          check={check}
          labelledBy={id}
          describedBy={`${id}-check`}
          onFocus={enter}
          onText={onText}
        />
        <ProblemList problems={check.problems} />
        <div className={panelStyles.foot}>
          {isEditedAsJson(content.mediaType) && check.isReadable ? (
            <Button kind="quiet" isDense onClick={format}>
              Format
            </Button>
          ) : null}
          {parts.map((part) => (
            <FilePicker key={part ?? ''} part={part} onText={(file) => insert(part, file)} />
          ))}
        </div>
      </div>
      {content.schema === undefined ? null : (
        <div className={styles.bodySchema}>
          <SchemaView title="the body" schema={content.schema} slice={slice} />
        </div>
      )}
    </section>
  );
}
