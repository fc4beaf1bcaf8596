/** On a phone, signed out: the ways in stay at the thumb. */
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import styles from './account.module.css';
import { SignInLinks } from './sign-in-links.tsx';

export function SignInBar() {
  const { isInitialized, isAuthorized } = useAppSelector((state: AuthRoot) => state.auth);
  if (!isInitialized || isAuthorized) return null;
  return (
    <nav className={styles.bar} aria-label="Log in or sign up">
      <SignInLinks />
    </nav>
  );
}
