/** A list of texts, one field each, with ways to add and remove. */
import type { InputHTMLAttributes } from 'react';
import { PortalIcon } from '../../shared/portal/portal-icon.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import styles from './application-identity.module.css';

interface TextListFieldProps {
  label: string;
  hint: string;
  items: readonly string[];
  itemsMax: number;
  lengthMax: number;
  inputMode: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  errorAt: (place: number) => string | undefined;
  onChange: (items: readonly string[]) => void;
}

export function TextListField({ label, hint, items, itemsMax, lengthMax, inputMode, errorAt, onChange }: TextListFieldProps) {
  return (
    <fieldset className={styles.rows}>
      <legend className="small strong">{label}</legend>
      <p className="small muted">{hint}</p>
      {inPlaces(items).map(({ key, item, place }) => (
        <div key={key} className={styles.row}>
          <TextField
            label={<span className="vh">{`${label} ${place + 1}`}</span>}
            value={item}
            maxLength={lengthMax}
            inputMode={inputMode}
            autoCapitalize="none"
            spellCheck={false}
            error={errorAt(place)}
            onChange={(event) => onChange(items.map((other, at) => (at === place ? event.target.value : other)))}
          />
          {items.length > 1 ? (
            <Button isIcon aria-label={`Remove ${label} ${place + 1}`} onClick={() => onChange(items.filter((_, at) => at !== place))}>
              <Icon name="close" small />
            </Button>
          ) : null}
        </div>
      ))}
      {items.length < itemsMax ? (
        <Button kind="quiet" isDense onClick={() => onChange([...items, ''])}>
          <PortalIcon name="plus" small />
          <span>Add another</span>
        </Button>
      ) : (
        <p className="small muted">{itemsMax} is the most.</p>
      )}
    </fieldset>
  );
}
