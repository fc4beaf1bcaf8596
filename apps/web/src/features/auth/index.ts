export { verifyEmail } from './auth-calls.ts';
export { AuthCodeModal } from './auth-code-modal.tsx';
export { ConfirmDeleteModal } from './confirm-delete-modal.tsx';
export { ForgotPasswordModal } from './forgot-password-modal.tsx';
export { LoginModal } from './login-modal.tsx';
export { RegisterModal } from './register-modal.tsx';
export { SecondFactorModal } from './second-factor-modal.tsx';
