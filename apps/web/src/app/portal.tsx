/** The portal: shell and pages, with the routes of the server's menu. */
import type { RuntimeConfig } from '@portico/contract';
import type { ModalId } from '@portico/contract/values';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ContentRoot, contentPageSlice, loadMenu, selectMenu } from '../features/content/index.ts';
import { type AuthRoot, authSlice } from '../shared/auth/auth-slice.ts';
import { LoadFailure } from '../shared/portal/load-failure.tsx';
import { PageHeading, PageHeadingContext } from '../shared/portal/page-heading.tsx';
import { interruptedLogin, usePlace } from '../shared/portal/router/place.ts';
import { Redirect } from '../shared/portal/router/redirect.tsx';
import { useExtra } from '../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../shared/store/hooks.ts';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { findRoute, type MenuRoute, menuRoutes } from './menu-routes.ts';
import { pageRegistry, subpageOf } from './page-registry.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell/shell.tsx';

export const portalSlices = [authSlice, contentPageSlice];

export function Portal({ config }: { config: RuntimeConfig }) {
  const dispatch = useAppDispatch();
  const menu = useAppSelector((state: ContentRoot) => selectMenu(state));
  const { error, isPending } = useRequest(loadMenu.typePrefix);
  const isAsked = menu !== null || isPending || error !== undefined;
  useEffect(() => {
    if (!isAsked) void dispatch(loadMenu());
  }, [dispatch, isAsked]);
  const routes = useMemo(() => (menu === null ? [] : menuRoutes(menu)), [menu]);
  const hasNavigated = useNavigation();
  const { pathname } = usePlace();
  const [titled, setTitled] = useState({ pathname: '', title: '' });
  const heading = useMemo(
    () => ({ productName: config.productName, hasNavigated, onTitle: (title: string) => setTitled({ pathname, title }) }),
    [config.productName, hasNavigated, pathname],
  );
  return (
    <PageHeadingContext value={heading}>
      <Shell config={config} menu={menu} title={titled.pathname === pathname ? titled.title : ''}>
        {menu === null && error !== undefined ? (
          <>
            <PageHeading title={config.productName} documentTitle={null} />
            <LoadFailure failure={error} onRetry={() => void dispatch(loadMenu())} />
          </>
        ) : menu === null ? (
          <Skeleton label="Loading the portal" lines={6} />
        ) : (
          <MenuPage routes={routes} config={config} />
        )}
      </Shell>
    </PageHeadingContext>
  );
}

function MenuPage({ routes, config }: { routes: readonly MenuRoute[]; config: RuntimeConfig }) {
  const { isAuthorized, isInitialized, interrupted, session } = useAppSelector((state: AuthRoot) => state.auth);
  const { pathname, search, state } = usePlace();
  const found = findRoute(routes, pathname, (component, below) => subpageOf(component, below) !== undefined);
  if (found === undefined) return <UnknownPath />;
  const { pageUrl, title, component, needsLogin } = found.route;
  if (needsLogin && !isInitialized) return <PageSkeleton />;
  const isInterrupted = interrupted !== null;
  if (needsLogin && isInterrupted && !hasModal(search) && interruptedLogin(state) === undefined) return <Redirect to="/" />;
  // Google leads back to the page that was asked for, with the step that is missing.
  const step: ModalId = new URLSearchParams(search).get('m') === 'secondFactor' ? 'secondFactor' : 'login';
  if (needsLogin && !isAuthorized && !isInterrupted) return <Redirect to={`/?m=${step}`} returnTo={`${pathname}${withoutModal(search)}`} />;
  // A page of one developer starts again with the next one.
  const key = needsLogin ? `${pageUrl} ${session}` : pageUrl;
  const page = { url: pageUrl, title, config };
  const Page = pageRegistry[component];
  const Subpage = subpageOf(component, found.below);
  return Subpage === undefined ? <Page key={key} {...page} /> : <Subpage key={key} {...page} below={found.below} />;
}

/** Unknown paths lead to the landing page (specification §2), which says why it is shown. */
function UnknownPath() {
  const { toasts } = useExtra();
  useEffect(() => toasts.show({ kind: 'error', text: 'There is no page at this address.' }), [toasts]);
  return <Redirect to="/" />;
}

/** Scrolls to the top when the route changes. Returns whether the visitor has left the first page, for the focus of headings. */
function useNavigation(): () => boolean {
  const { pathname } = usePlace();
  const first = useRef(pathname);
  const hasMoved = useRef(false);
  if (first.current !== pathname) hasMoved.current = true;
  // Before the effects of the page, which may scroll to a section.
  useLayoutEffect(() => {
    if (hasMoved.current && pathname !== '') window.scrollTo(0, 0);
  }, [pathname]);
  return useCallback(() => hasMoved.current, []);
}

const hasModal = (search: string) => new URLSearchParams(search).has('m');

/** The query without the modal, which is not part of a return address. */
function withoutModal(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete('m');
  return rest.size === 0 ? '' : `?${rest.toString()}`;
}
