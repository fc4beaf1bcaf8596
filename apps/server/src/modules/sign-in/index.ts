export { endCurrentSession } from './bank-session.ts';
export { createSignIn } from './create-sign-in.ts';
export { registerDoorRoutes } from './door-routes.ts';
export { endBankSessions, forgetSandboxSignIns } from './forget-sandbox-store.ts';
export { challengeNeededBySignIn, forgetOldBankSessions, forgetOldSignIns } from './forget-sign-ins-store.ts';
export { registerSignInRoutes } from './routes.ts';
export type { AuthorizationInteractions, BankSession, OpenSignIn, SignIn } from './sign-in.ts';
export type { SignInDeps } from './sign-in-deps.ts';
export { type BankVisitor, requireVisitor, toVisitor } from './visitor.ts';
