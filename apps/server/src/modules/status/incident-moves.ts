/** From which state an incident may go where. To stay means to say more. */
import type { IncidentState } from '@portico/contract/values';

export const INCIDENT_MOVES: Readonly<Record<IncidentState, readonly IncidentState[]>> = {
  investigating: ['investigating', 'identified', 'monitoring', 'resolved'],
  identified: ['identified', 'investigating', 'monitoring', 'resolved'],
  // What was thought to be mended was not.
  monitoring: ['monitoring', 'investigating', 'identified', 'resolved'],
  // What happens again is a new incident: history stays as it was told.
  resolved: [],
};
