/** How the request proves its caller: the choice between the document's alternatives, and a field for each API key. */
import type { OperationBrief } from '@portico/contract';
import { alternativesOf } from '@portico/contract/wire';
import { useId } from 'react';
import { classNames } from '../../../shared/ui/class-names.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import { keyFields, parameterKey } from '../request/build-request.ts';
import styles from './form.module.css';
import { ParameterField } from './parameter-field.tsx';
import type { OperationForm } from './use-operation-form.ts';

interface ProofFieldsProps {
  slice: OperationBrief;
  form: Pick<OperationForm, 'alternative' | 'setAlternative' | 'values' | 'setValue'>;
}

export function ProofFields({ slice, form }: ProofFieldsProps) {
  const id = useId();
  const keys = keyFields(slice, form.alternative);
  const ways = alternativesOf(slice);
  const isChosen = ways.length > 1 && ways.some((way) => way.some(({ kind }) => kind === 'apiKey'));
  if (keys.length === 0 && !isChosen) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Authentication</h2>
      {isChosen ? (
        <select
          className={classNames(fieldStyles.input, styles.choice)}
          aria-labelledby={id}
          value={form.alternative}
          onChange={(event) => form.setAlternative(Number(event.target.value))}
        >
          {inPlaces(ways).map(({ key, place, item }) => (
            <option key={key} value={place}>
              {item.length === 0 ? 'none' : item.map(({ scheme }) => scheme).join(' and ')}
            </option>
          ))}
        </select>
      ) : null}
      <div className={styles.parameters}>
        {keys.map((field) => {
          const key = parameterKey(field);
          return (
            <ParameterField
              key={key}
              parameter={field}
              value={form.values.get(key) ?? ''}
              problem={undefined}
              hint={<p>An API key of the document. It is neither stored nor shared.</p>}
              onChange={(value) => form.setValue(key, value)}
            />
          );
        })}
      </div>
    </section>
  );
}
