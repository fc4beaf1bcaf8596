export { createMaintenance } from './create-maintenance.ts';
export { type Announcement, type GivenMaintenance, type Maintenance, MaintenanceMistake, type Running } from './maintenance.ts';
export { maintenanceText, registerMaintenanceGuard } from './maintenance-guard.ts';
export { createMaintenancePages, type MaintenancePages } from './maintenance-pages.ts';
export { registerMaintenanceRoutes } from './routes.ts';
