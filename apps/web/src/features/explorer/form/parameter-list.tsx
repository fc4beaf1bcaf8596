/** The parameters: required ones first, optional ones collapsed. */
import type { OperationBrief, SliceParameter } from '@portico/contract';
import { useState } from 'react';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { operationHref } from '../operation-address.ts';
import { type ParameterValues, parameterKey } from '../request/build-request.ts';
import { FoldButton } from '../schema/fold-button.tsx';
import { useDefs } from '../schema/use-defs.ts';
import styles from './form.module.css';
import { sourceOfId } from './known-ids.ts';
import { ParameterField } from './parameter-field.tsx';

interface ParameterListProps {
  /** Path of the explorer's page. */
  url: string;
  slice: OperationBrief;
  values: ParameterValues;
  problems: ReadonlyMap<string, string>;
  onChange: (key: string, value: string) => void;
}

export function ParameterList({ url, slice, values, problems, onChange }: ParameterListProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The descriptions of collapsed parameters come with the whole slice.
  const { load, failure } = useDefs(slice, isOpen);
  const optional = slice.parameters.filter(isFolded);
  const shown = slice.parameters.filter((parameter) => !isFolded(parameter));
  const fields = (list: readonly SliceParameter[]) =>
    list.map((parameter) => {
      const key = parameterKey(parameter);
      return (
        <ParameterField
          key={key}
          parameter={parameter}
          value={values.get(key) ?? ''}
          problem={problems.get(key)}
          hint={
            parameter.in === 'cookie' && slice.isSendable ? (
              <p>Only the samples send it: a browser does not let a page set a cookie for a request.</p>
            ) : values.get(key) === '' && parameter.required ? (
              <MissingId url={url} path={slice.path} name={parameter.name} />
            ) : null
          }
          onChange={(value) => onChange(key, value)}
        />
      );
    });
  const filled = optional.filter((parameter) => (values.get(parameterKey(parameter)) ?? '') !== '').length;
  return (
    <section aria-labelledby="parameters">
      <h2 id="parameters">Parameters</h2>
      <div className={styles.parameters}>
        {fields(shown)}
        {optional.length === 0 ? null : (
          <>
            <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} onIntent={load}>
              {optional.length === 1 ? '1 optional parameter' : `${optional.length} optional parameters`}
              {filled === 0 || isOpen ? '' : `, ${filled} filled in`}
            </FoldButton>
            {isOpen && failure !== undefined ? <LoadFailure failure={failure} onRetry={load} /> : null}
            {isOpen ? fields(optional) : null}
          </>
        )}
      </div>
    </section>
  );
}

/** Leads to the operation that gives the id. */
function MissingId({ url, path, name }: { url: string; path: string; name: string }) {
  const source = sourceOfId(path, name);
  return source === undefined ? null : (
    <p>
      <a href={operationHref(url, source.apiId, source.operationId)}>{source.label}</a>: its response fills this in.
    </p>
  );
}

function isFolded({ required }: SliceParameter): boolean {
  return !required;
}
