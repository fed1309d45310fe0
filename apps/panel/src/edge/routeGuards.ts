/** The guards of the routes: one constructor for each; `routes.ts` is written with them. */
import type { Permission } from '../users/permissions.js';
import type {
  AuthenticatedRequest,
  BusinessRequest,
  PageRequest,
  PendingRequest,
} from './pageRequest.js';
import type { PageHandler } from './pageResponse.js';
import type { Method, Route } from './route.js';

interface RouteOptions {
  recentPassword?: boolean;
}

export const routeGuards = {
  /** Without a session. */
  public: (method: Method, path: string, handle: PageHandler<PageRequest>): Route => ({
    guard: 'public',
    method,
    path,
    handle,
  }),
  /** With a session that has proved the password, and maybe nothing else yet. */
  pendingSecondFactor: (
    method: Method,
    path: string,
    handle: PageHandler<PendingRequest>,
  ): Route => ({ guard: 'pendingSecondFactor', method, path, handle }),
  /** With a complete session whose role has the permission. */
  authenticated: (
    method: Method,
    path: string,
    permission: Permission,
    handle: PageHandler<AuthenticatedRequest>,
    { recentPassword = false }: RouteOptions = {},
  ): Route => ({ guard: 'authenticated', method, path, permission, recentPassword, handle }),
  /** The same, on the pages of one business: `:ruc` in the path. */
  business: (
    method: Method,
    path: string,
    permission: Permission,
    handle: PageHandler<BusinessRequest>,
    { recentPassword = false }: RouteOptions = {},
  ): Route => ({ guard: 'business', method, path, permission, recentPassword, handle }),
} as const;
