/** Which test customer is current, and who that is. */
import type { TokenUser } from '@portico/contract';
import { useId, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { SelectField } from '../../shared/portal/select-field.tsx';
import { COUNTRY_NAMES, customerLabel } from '../../shared/portal/test-customers/customer-texts.ts';
import type { TokenUsers } from '../../shared/portal/test-customers/use-token-users.ts';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';

export function CustomerCard({ tokens, users }: { tokens: TokenUsers; users: readonly TokenUser[] }) {
  const { current, choosing, choose } = tokens;
  const [wantedId, setWantedId] = useState<string>();
  const choosingId = useId();
  const change = async (id: string) => {
    const wanted = users.find((user) => user.id === id);
    if (wanted === undefined) return;
    setWantedId(id);
    await choose(wanted);
    setWantedId(undefined);
  };
  return (
    <Card title="Test customer">
      <SelectField
        label="Customer"
        options={users.map((user) => ({ value: user.id, label: customerLabel(user) }))}
        value={wantedId ?? current?.id}
        placeholder="Choose a test customer"
        isDisabled={choosing.isPending}
        onChange={(id) => void change(id)}
      />
      <p className="vh" role="status" id={choosingId}>
        {choosing.isPending ? 'Getting a token' : ''}
      </p>
      {choosing.failure === undefined ? null : <ActionFailure failure={choosing.failure} />}
      {current === undefined ? (
        <p className="second">There is no token yet. Choose a test customer to get one.</p>
      ) : (
        <DefinitionList isDense>
          <Definition label="First name">{current.customer.name}</Definition>
          <Definition label="Last name">{current.customer.surname}</Definition>
          {current.companyName === undefined ? null : <Definition label="Company">{current.companyName}</Definition>}
          <Definition label="National identity number">
            <span className="tab">{current.customer.nationalIdentityNumber}</span>
          </Definition>
          {current.phoneNumber === undefined ? null : (
            <Definition label="Phone number (Mobile-ID)">
              <span className="tab">{current.phoneNumber}</span>
            </Definition>
          )}
          {current.userNumber === undefined ? null : (
            <Definition label="User number (eParaksts mobile)">
              <span className="tab">{current.userNumber}</span>
            </Definition>
          )}
          {current.coSigner === undefined ? null : (
            <Definition label="Second signature by" isLong>
              {current.coSigner.name}, <span className="tab">{current.coSigner.nationalIdentityNumber}</span>{' '}
              <LinkOut href="/bank/to-sign" label="Sign as this person" />
            </Definition>
          )}
          <Definition label="At the bank">
            <LinkOut href="/bank/permissions" label="See and withdraw permissions" />
          </Definition>
          <Definition label="Country">{COUNTRY_NAMES[current.country]}</Definition>
        </DefinitionList>
      )}
    </Card>
  );
}
