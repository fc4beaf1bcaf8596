export { createMaintenance } from './create-maintenance.ts';
export { type Announcement, type Maintenance, MaintenanceMistake } from './maintenance.ts';
export { maintenanceText, registerMaintenanceGuard } from './maintenance-guard.ts';
export { createMaintenancePages, type MaintenancePages } from './maintenance-pages.ts';
export { registerMaintenanceRoutes } from './routes.ts';
