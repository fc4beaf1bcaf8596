/** What guards, limits and logs know of a route. It is decided once, when the route is registered, and never from the address of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf, type RouteArea, routeAreaOf } from './route-area.ts';

export interface RouteRules {
  /** Decides the body of errors, and who may call. */
  readonly area: RouteArea;
  /** False: no cookie gives authority here, so no page of another site can borrow one. */
  readonly readsCookies: boolean;
  /** True: the route changes something although its method is safe, so the guard against foreign pages applies. */
  readonly changesState: boolean;
  /** True: calls of applications, which stand in their request logs. */
  readonly isLogged: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route says of itself; the rest follows from its registered address. */
    readonly rules?: Partial<RouteRules>;
  }
}

/** Complete, by what stands in the configuration of a route. */
const complete = new WeakMap<Partial<RouteRules>, RouteRules>();
const LOGGED = /^\/api\/(?:v[12]|fallback)\//;
const WITHOUT_COOKIES: ReadonlySet<RouteArea> = new Set(['xs2a', 'oauth', 'fallback']);

/** @param route as it is registered, or the canonical path of a request that no route has. */
function rulesOfPath(route: string, own: Partial<RouteRules> = {}): RouteRules {
  const area = own.area ?? routeAreaOf(route);
  return { area, readsCookies: !WITHOUT_COOKIES.has(area), changesState: false, isLogged: LOGGED.test(route), ...own };
}

/** Call before any route is registered. */
export function collectRouteRules(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const rules = rulesOfPath(route.url, route.config?.rules);
    complete.set(rules, rules);
    route.config = { ...route.config, rules };
  });
}

/** Of the matched route. An address that no route has is judged by its path, which has one spelling (`request-target.ts`). */
export function rulesOf({ is404, routeOptions, url }: Pick<FastifyRequest, 'is404' | 'routeOptions' | 'url'>): RouteRules {
  const { config, url: route = '*' } = routeOptions;
  // The route of all preflights says nothing of the address that a page asks for.
  const isKnown = !is404 && !route.includes('*');
  return (isKnown && config.rules && complete.get(config.rules)) || rulesOfPath(pathOf(url));
}

/** A HEAD is decided, limited, logged and measured as the GET that it stands for (RFC 9110 §9.3.2). */
export const methodOf = ({ method }: Pick<FastifyRequest, 'method'>): string => (method === 'HEAD' ? 'GET' : method);

/** Method and registered path, as `POST /api/v1/payments/:paymentProduct`. */
export const operationKeyOf = (request: Pick<FastifyRequest, 'method' | 'routeOptions'>): string =>
  `${methodOf(request)} ${request.routeOptions.url ?? ''}`;
