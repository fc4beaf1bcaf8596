/** 'Log in to Portico / for Developers': one name for screen readers, two lines for the eye. */
export function ProductTitle({ verb, productName }: { verb: string; productName: string }) {
  return (
    <>
      {`${verb} ${productName} `}
      <br />
      for Developers
    </>
  );
}
