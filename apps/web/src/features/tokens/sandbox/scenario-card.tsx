/** What happens when this customer signs. */
import type { TokenUser } from '@portico/contract';
import { CUSTOMER_SCENARIOS, type CustomerScenario } from '@portico/contract/values';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { Card } from '../../../shared/portal/card.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { SCENARIO_NAMES } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import type { SandboxCalls } from './sandbox-calls.ts';

interface ScenarioCardProps {
  user: TokenUser;
  calls: SandboxCalls;
  onChanged: (user: TokenUser) => void;
}

const OPTIONS = CUSTOMER_SCENARIOS.map((value) => ({ value, label: SCENARIO_NAMES[value] }));

export function ScenarioCard({ user, calls, onChanged }: ScenarioCardProps) {
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const change = (scenario: CustomerScenario) =>
    run(async () => {
      const { scenario: taken } = await calls.setScenario(user.id, scenario);
      onChanged({ ...user, scenario: taken });
      toasts.show({ kind: 'ok', text: `Scenario: ${SCENARIO_NAMES[taken]}.` });
    });
  return (
    <Card title="Scenario">
      <SelectField
        label={`What ${user.companyName ?? user.customer.name} does when signing`}
        hint="It applies to what starts from now on."
        options={OPTIONS}
        value={user.scenario}
        isDisabled={isPending}
        onChange={(scenario) => void change(scenario)}
      />
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </Card>
  );
}
