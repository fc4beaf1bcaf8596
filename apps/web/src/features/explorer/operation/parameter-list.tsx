/** Parameters, required ones first, the rest folded away until they are wanted. */
import type { SliceParameter } from '@portico/contract';
import { useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { type ParameterValues, parameterKey } from './build-request.ts';
import styles from './operation.module.css';
import { ParameterField } from './parameter-field.tsx';

interface ParameterListProps {
  parameters: readonly SliceParameter[];
  values: ParameterValues;
  problems: ReadonlyMap<string, string>;
  onChange: (key: string, value: string) => void;
}

export function ParameterList({ parameters, values, problems, onChange }: ParameterListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const sendable = parameters.filter((parameter) => parameter.in !== 'cookie');
  const optional = sendable.filter(isFolded);
  const shown = sendable.filter((parameter) => !isFolded(parameter));
  const fields = (list: readonly SliceParameter[]) =>
    list.map((parameter) => {
      const key = parameterKey(parameter);
      return (
        <ParameterField
          key={key}
          parameter={parameter}
          value={values.get(key) ?? ''}
          problem={problems.get(key)}
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
            <Button kind="quiet" isDense aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
              {optional.length === 1 ? '1 optional parameter' : `${optional.length} optional parameters`}
              {filled === 0 || isOpen ? '' : `, ${filled} filled in`}
            </Button>
            {isOpen ? fields(optional) : null}
          </>
        )}
      </div>
    </section>
  );
}

function isFolded({ required }: SliceParameter): boolean {
  return !required;
}
