/** Commands with which operators publish the bank's messages about incidents. */

import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

export async function* openIncident({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const { text = '', services = '', fallback = '', state, next } = order.options;
  const incidentId = await modules.status.openIncident({ title: order.about, text, services, fallback, state, next });
  await recordOrder(platform, order, { incidentId });
  yield incidentId;
}

export async function* updateIncident({ modules, platform }: Portico, order: OperatorOrder, state = order.options.state): AsyncGenerator<string> {
  const incidentId = order.about;
  const { text = '', next } = order.options;
  const now = await modules.status.updateIncident(incidentId, { text, state, next });
  await recordOrder(platform, order, { incidentId });
  yield `${incidentId} is ${now}.`;
}

export async function* listIncidents({ modules }: Portico): AsyncGenerator<string> {
  const incidents = await modules.status.listIncidents();
  if (incidents.length === 0) throw new OperatorRefusal('There never was an incident.', EXIT.ok);
  for (const { updates, ...incident } of incidents) yield JSON.stringify({ ...incident, lastText: updates[0]?.text });
}
