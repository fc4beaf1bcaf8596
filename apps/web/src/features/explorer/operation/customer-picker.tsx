/** Which test customer the page is filled in for. */
import type { TokenUser } from '@portico/contract';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { customerLabel } from '../../../shared/portal/test-customers/customer-texts.ts';
import type { TokenUsers } from '../../../shared/portal/test-customers/use-token-users.ts';

interface CustomerPickerProps {
  tokens: TokenUsers;
  users: readonly TokenUser[];
  /** What was filled in for another customer is to be read again. */
  onChosen: () => void;
}

export function CustomerPicker({ tokens, users, onChosen }: CustomerPickerProps) {
  const { current, choosing, choose } = tokens;
  const change = (id: string) => {
    const wanted = users.find((user) => user.id === id);
    if (wanted !== undefined) void choose(wanted).then(onChosen);
  };
  return (
    <>
      <SelectField
        label="Test customer"
        options={users.map((user) => ({ value: user.id, label: customerLabel(user) }))}
        value={current?.id}
        placeholder="Choose a test customer"
        isDisabled={choosing.isPending}
        onChange={change}
      />
      {choosing.failure === undefined ? null : <ActionFailure failure={choosing.failure} />}
    </>
  );
}
