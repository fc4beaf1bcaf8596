/** For password managers only: whose password a form without an e-mail field takes. */
export function UserName({ value }: { value: string }) {
  return <input type="email" name="email" autoComplete="username" value={value} readOnly hidden />;
}
