/** What stands around every page of the portal: skip link, header, breadcrumbs, footer, and on a phone the ways in. */
import type { Menu, RuntimeConfig } from '@portico/contract';
import { type ReactNode, useRef } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SignInBar } from './sign-in-bar.tsx';

interface ShellProps {
  config: RuntimeConfig;
  menu: Menu | null;
  /** The heading of the page; empty until it has arrived. */
  title: string;
  children: ReactNode;
}

export function Shell({ config, menu, title, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <Header productName={config.productName} menu={menu} onSkip={() => main.current?.focus()} />
      <main id="main" ref={main} tabIndex={-1}>
        <div className="page">
          <Breadcrumbs menu={menu} title={title} />
          {children}
        </div>
      </main>
      <Footer config={config} menu={menu} />
      <SignInBar />
    </>
  );
}
