export { createRegistration } from './register-application.ts';
export type { Registration } from './registration.ts';
export { registerRegistrationRoutes } from './routes.ts';
