/** The portal: shell and pages, with the routes that the server's menu gives. */
import type { RuntimeConfig } from '@portico/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { AuthRoot } from '../features/auth/index.ts';
import { type ContentRoot, contentPageReducer, loadMenu, selectMenu } from '../features/content/index.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../shared/store/hooks.ts';
import { LoadFailure } from '../shared/ui/load-failure.tsx';
import { PageHeading, PageHeadingContext } from '../shared/ui/page-heading.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { menuRoutes } from './menu-routes.ts';
import { pageRegistry } from './page-registry.ts';
import { Shell } from './shell/shell.tsx';

export const portalReducers = { contentPage: contentPageReducer };

export function Portal({ config }: { config: RuntimeConfig }) {
  const dispatch = useAppDispatch();
  const menu = useAppSelector((state: ContentRoot) => selectMenu(state));
  const { error } = useRequest(loadMenu.typePrefix);
  useEffect(() => void dispatch(loadMenu()), [dispatch]);
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
          <PortalRoutes routes={routes} />
        )}
      </Shell>
    </PageHeadingContext>
  );
}

function PortalRoutes({ routes }: { routes: ReturnType<typeof menuRoutes> }) {
  const isAuthorized = useAppSelector((state: AuthRoot) => state.auth.isAuthorized);
  return (
    <Routes>
      {routes.map(({ pageUrl, title, component, needsLogin }) => {
        const View = pageRegistry[component];
        const page =
          View === undefined || (needsLogin && !isAuthorized) ? (
            <Navigate to="/?m=login" replace />
          ) : (
            <View key={pageUrl} url={pageUrl} title={title} />
          );
        return <Route key={pageUrl} path={pageUrl} element={page} />;
      })}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
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
