/** The allowed transitions of an incident. Staying in a state adds an update. */
import type { IncidentState } from '@portico/contract/values';

export const INCIDENT_MOVES: Readonly<Record<IncidentState, readonly IncidentState[]>> = {
  investigating: ['investigating', 'identified', 'monitoring', 'resolved'],
  identified: ['identified', 'investigating', 'monitoring', 'resolved'],
  // The correction did not work.
  monitoring: ['monitoring', 'investigating', 'identified', 'resolved'],
  // A recurrence is a new incident; the history of a resolved one stays.
  resolved: [],
};
