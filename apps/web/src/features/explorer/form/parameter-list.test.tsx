import type { OperationBrief, SliceParameter } from '@portico/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer, refuse, reply } from '../../../shared/api/fake-server.ts';
import { openPart, settle } from '../../../shared/portal/testing/open-part.tsx';
import { useOperation } from '../use-catalogue.ts';
import { ParameterList } from './parameter-list.tsx';

afterEach(cleanup);

const parameter = (name: string, required: boolean): SliceParameter => ({ name, in: 'header', required, schema: { type: 'string' } });
const brief: OperationBrief = {
  ...{ apiId: 'consents', sectionTitle: 'Consents', list: 'main', version: '1', operationId: 'createConsent', method: 'POST', path: '/v1/consents' },
  ...{ summary: 'Ask for a consent', description: '', server: 'https://bank.example/api', isSendable: true, responses: [], errors: [], changes: [] },
  ...{ security: [], securitySchemes: {} },
  parameters: [{ ...parameter('X-Request-ID', true), description: 'What it is.' }, parameter('X-Other', false)],
};
const whole = { ...brief, parameters: brief.parameters.map((one) => ({ ...one, description: `About ${one.name}.` })), $defs: {} };

function Parameters() {
  const { value } = useOperation('consents', 'createConsent');
  return value === undefined ? null : (
    <ParameterList url="/api-explorer" slice={value} values={new Map()} problems={new Map()} onChange={() => undefined} />
  );
}

async function open(...answers: (() => Response)[]) {
  const server = createFakeServer({
    'GET /api/specs/consents/operation': () => (answers.shift() ?? (() => refuse(503, 'UNAVAILABLE', 'Not now.')))(),
  });
  openPart(<Parameters />, { server });
  await settle();
  return server;
}
const fold = () => screen.getByRole('button', { name: '1 optional parameter' });

describe('descriptions of optional parameters', () => {
  it('are not requested while the parameters are folded', async () => {
    const server = await open(() => reply(brief));
    expect(screen.getByText('What it is.')).toBeTruthy();
    expect(server.calls).toHaveLength(1);
  });
  it('are loaded once, with the whole slice, when the parameters are unfolded', async () => {
    const server = await open(
      () => reply(brief),
      () => reply(whole),
    );
    fireEvent.pointerEnter(fold());
    fireEvent.click(fold());
    await settle();
    expect(screen.getByText('About X-Other.')).toBeTruthy();
    fireEvent.click(fold());
    fireEvent.click(fold());
    await settle();
    expect(server.calls).toHaveLength(2);
  });
  it('leave the fields usable when loading fails, and are loaded by Try again', async () => {
    await open(
      () => reply(brief),
      () => refuse(503, 'UNAVAILABLE', 'Not now.'),
      () => reply(whole),
    );
    fireEvent.click(fold());
    await settle();
    expect(screen.getByRole('textbox', { name: /X-Other/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('About X-Other.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
