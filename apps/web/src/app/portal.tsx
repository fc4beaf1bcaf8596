/** The portal: shell and pages, with the routes that the server's menu gives. */
import type { RuntimeConfig } from '@portico/contract';
import { type ComponentType, useCallback, useEffect, useMemo, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { type ContentRoot, contentPageReducer, loadMenu, selectMenu } from '../features/content/index.ts';
import { type AuthRoot, authReducer } from '../shared/auth/auth-slice.ts';
import { LoadFailure } from '../shared/portal/load-failure.tsx';
import { PageHeading, PageHeadingContext } from '../shared/portal/page-heading.tsx';
import type { ReturnState } from '../shared/portal/return-to.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../shared/store/hooks.ts';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { type MenuRoute, menuRoutes } from './menu-routes.ts';
import { type PageProps, pageRegistry, subpageRegistry } from './page-registry.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell/shell.tsx';

export const portalReducers = { auth: authReducer, contentPage: contentPageReducer };

export function Portal({ config }: { config: RuntimeConfig }) {
  const dispatch = useAppDispatch();
  const menu = useAppSelector((state: ContentRoot) => selectMenu(state));
  const { error, isPending } = useRequest(loadMenu.typePrefix);
  const isAsked = menu !== null || isPending || error !== undefined;
  useEffect(() => {
    if (!isAsked) void dispatch(loadMenu());
  }, [dispatch, isAsked]);
  const routes = useMemo(() => (menu === null ? [] : menuRoutes(menu, (component) => pageRegistry[component] !== undefined)), [menu]);
  const hasNavigated = useNavigation();
  const heading = useMemo(() => ({ productName: config.productName, hasNavigated }), [config.productName, hasNavigated]);
  return (
    <PageHeadingContext value={heading}>
      <Shell config={config} menu={menu}>
        {menu === null && error !== undefined ? (
          <>
            <PageHeading title={config.productName} documentTitle={null} />
            <LoadFailure failure={error} onRetry={() => void dispatch(loadMenu())} />
          </>
        ) : menu === null ? (
          <Skeleton label="Loading the portal" lines={6} />
        ) : (
          <PortalRoutes routes={routes} config={config} />
        )}
      </Shell>
    </PageHeadingContext>
  );
}

function PortalRoutes({ routes, config }: { routes: readonly MenuRoute[]; config: RuntimeConfig }) {
  return (
    <Routes>
      {routes.map((route) => (
        <Route key={route.pageUrl} path={route.pageUrl} element={<MenuPage route={route} config={config} />} />
      ))}
      {routes.map((route) => {
        const subpage = subpageRegistry[route.component];
        if (subpage === undefined) return null;
        const address = `${route.pageUrl}/${subpage.path}`;
        return <Route key={address} path={address} element={<MenuPage route={route} Subpage={subpage.Page} config={config} />} />;
      })}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

interface MenuPageProps {
  route: MenuRoute;
  /** Below the entry's own page; for the same visitors. */
  Subpage?: ComponentType<PageProps>;
  config: RuntimeConfig;
}

function MenuPage({ route: { pageUrl, title, component, needsLogin }, Subpage, config }: MenuPageProps) {
  const { isAuthorized, isInitialized } = useAppSelector((state: AuthRoot) => state.auth);
  const { pathname, search } = useLocation();
  const View = Subpage ?? pageRegistry[component];
  const returnState: ReturnState = { returnTo: `${pathname}${withoutModal(search)}` };
  if (needsLogin && !isInitialized) return <PageSkeleton />;
  if (View === undefined || (needsLogin && !isAuthorized)) return <Navigate to="/?m=login" replace state={returnState} />;
  return <View key={pageUrl} url={pageUrl} title={title} config={config} />;
}

/** Scrolls to the top when the route changes; tells headings whether this is more than the first page. */
function useNavigation(): () => boolean {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const hasMoved = useRef(false);
  if (first.current !== pathname) hasMoved.current = true;
  useEffect(() => {
    if (hasMoved.current && pathname !== '') window.scrollTo(0, 0);
  }, [pathname]);
  return useCallback(() => hasMoved.current, []);
}

/** What else an address carries; a dialog is no place to come back to. */
function withoutModal(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete('m');
  return rest.size === 0 ? '' : `?${rest.toString()}`;
}
