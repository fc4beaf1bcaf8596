/**
 * The properties of a route for guards, limits and logs. They are set once, when the route is registered, and never depend on the URL of a request.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf, type RouteArea, routeAreaOf } from './route-area.ts';

export interface RouteRules {
  /** Decides the format of errors and which callers are allowed. */
  readonly area: RouteArea;
  /** False: cookies grant no access here, so a page of another site cannot misuse them. */
  readonly readsCookies: boolean;
  /** True: the route changes state although its method is safe, so the CSRF guard applies. */
  readonly changesState: boolean;
  /** True: a call of an application, which is written to its request log. */
  readonly isLogged: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rules that a route sets; the others follow from its registered path. */
    readonly rules?: Partial<RouteRules>;
  }
}

/** The complete rules, by the object in the route's configuration. */
const complete = new WeakMap<Partial<RouteRules>, RouteRules>();
const LOGGED = /^\/api\/(?:v[12]|fallback)\//;
const WITHOUT_COOKIES: ReadonlySet<RouteArea> = new Set(['xs2a', 'oauth', 'fallback']);

/** @param route the registered path, or the canonical path of a request without a route. */
function rulesOfPath(route: string, own: Partial<RouteRules> = {}): RouteRules {
  const area = own.area ?? routeAreaOf(route);
  return { area, readsCookies: !WITHOUT_COOKIES.has(area), changesState: false, isLogged: LOGGED.test(route), ...own };
}

/** Call before the first route is registered. */
export function collectRouteRules(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const rules = rulesOfPath(route.url, route.config?.rules);
    complete.set(rules, rules);
    route.config = { ...route.config, rules };
  });
}

/** Returns the rules of the matched route. A request without a route is judged by its path, which has one spelling (`request-target.ts`). */
export function rulesOf({ is404, routeOptions, url }: Pick<FastifyRequest, 'is404' | 'routeOptions' | 'url'>): RouteRules {
  const { config, url: route = '*' } = routeOptions;
  // The route for all preflights does not tell which URL the page requests.
  const isKnown = !is404 && !route.includes('*');
  return (isKnown && config.rules && complete.get(config.rules)) || rulesOfPath(pathOf(url));
}

/** A HEAD is decided, limited, logged and measured like a GET of the same URL (RFC 9110 §9.3.2). */
export const methodOf = ({ method }: Pick<FastifyRequest, 'method'>): string => (method === 'HEAD' ? 'GET' : method);

/** Method and registered path, e.g. `POST /api/v1/payments/:paymentProduct`. */
export const operationKeyOf = (request: Pick<FastifyRequest, 'method' | 'routeOptions'>): string =>
  `${methodOf(request)} ${request.routeOptions.url ?? ''}`;
