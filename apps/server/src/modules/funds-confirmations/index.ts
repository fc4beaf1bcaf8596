export { forgetOldConfirmations, forgetSandboxConfirmations } from './count-store.ts';
export { registerFundsConfirmationRoutes } from './routes.ts';
