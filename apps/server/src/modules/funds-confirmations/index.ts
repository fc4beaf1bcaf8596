export { registerFundsConfirmationRoutes } from './routes.ts';
