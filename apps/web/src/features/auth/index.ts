export { type AuthRoot, type AuthState, authReducer, signedOut } from './auth-slice.ts';
