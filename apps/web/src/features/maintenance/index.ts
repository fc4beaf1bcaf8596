export { goToMaintenance, isMaintenanceAddress } from './maintenance-address.ts';
export { watchMaintenance } from './watch-maintenance.ts';
export const loadMaintenancePage = () => import('./open-maintenance.tsx');
