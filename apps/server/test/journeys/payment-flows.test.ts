/** Every payment flow in every country under every scenario of the sandbox, over HTTP: `house/flows/flow-table.ts` says what becomes of each. */
import { BANK_COUNTRIES, CUSTOMER_SCENARIOS } from '@portico/contract/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { type Cell, FLOW_TABLE, FLOWS, type Outcome } from '../house/flows/flow-table.ts';
import { createFlowPlayer, type FlowPlayer, type Played } from '../house/flows/play-flows.ts';
import { type House, openHouse } from '../house/open-house.ts';

/** A slow bank takes five seconds for each of several readings. */
const SCENARIO_MS = 120_000;

/** Last the one whose co-signer pays 15 s later, on the accounts that all scenarios share: money moving then is no other's doing. */
const SCENARIOS = CUSTOMER_SCENARIOS.toSorted((a, b) => Number(a === 'needsSecondSignature') - Number(b === 'needsSecondSignature'));

const PLACES = FLOWS.flatMap((flow) => BANK_COUNTRIES.map((country) => ({ flow, country })));

let house: House;
let player: FlowPlayer;
beforeAll(async () => {
  house = await openHouse();
  player = await createFlowPlayer(house);
});
afterAll(() => house.close());

const isPlayed = (cell: Cell): cell is Outcome => 'answer' in cell;

/** What was left open is signed as the ordinary customer signs it. */
const LEFT_OPEN = /^(400|422|503) /;

describe.each(SCENARIOS)('%s', (scenario) => {
  const cells = PLACES.map((place) => ({ ...place, cell: FLOW_TABLE[place.flow][scenario] }));
  let played: readonly Played[];
  beforeAll(async () => {
    played = await player.play(
      scenario,
      cells.filter(({ cell }) => isPlayed(cell)),
    );
  }, SCENARIO_MS);

  it.each(cells)('$flow in $country', ({ flow, country, cell }) => {
    const result = played.find((each) => each.flow === flow && each.country === country);
    if (!isPlayed(cell)) {
      expect(cell.notApplicable.length, 'A reason is a sentence.').toBeGreaterThan(20);
      return;
    }
    expect(result?.outcome).toEqual(cell);
    expect(result?.again).toEqual(LEFT_OPEN.test(cell.answer) ? FLOW_TABLE[flow].approves : undefined);
  });

  it('leaves a ledger that balances', async () => expect(await verifyLedger(house.database.db)).toEqual([]));
});

describe('the table', () => {
  it('has a cell for every flow under every scenario', () => {
    for (const flow of FLOWS) expect(Object.keys(FLOW_TABLE[flow]).toSorted(), flow).toEqual(CUSTOMER_SCENARIOS.toSorted());
  });

  it('has every flow of payments that a customer can be sent to sign', () => {
    const kinds = house.portico.modules.signing.engine
      .signables()
      .map(({ kind }) => kind)
      .filter((kind) => kind.includes('payment'));
    expect(FLOWS.toSorted()).toEqual(kinds.toSorted());
  });
});
