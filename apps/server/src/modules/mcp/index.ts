export { createDocumentation } from './documentation.ts';
export { registerMcpRoutes } from './routes.ts';
