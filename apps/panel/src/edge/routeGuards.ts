/** The guards of routes, one constructor for each; `routes.ts` uses them. */
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
  isExport?: boolean;
}

export const routeGuards = {
  /** Needs no session. */
  public: (method: Method, path: string, handle: PageHandler<PageRequest>): Route => ({
    guard: 'public',
    method,
    path,
    handle,
  }),
  /** Needs a session that has proved at least the password. */
  pendingSecondFactor: (
    method: Method,
    path: string,
    handle: PageHandler<PendingRequest>,
  ): Route => ({ guard: 'pendingSecondFactor', method, path, handle }),
  /** Needs a complete session whose role has the permission. */
  authenticated: (
    method: Method,
    path: string,
    permission: Permission,
    handle: PageHandler<AuthenticatedRequest>,
    { recentPassword = false, isExport = false }: RouteOptions = {},
  ): Route => ({
    guard: 'authenticated',
    method,
    path,
    permission,
    recentPassword,
    isExport,
    handle,
  }),
  /** Also needs access to the business of the path's `:ruc`. */
  business: (
    method: Method,
    path: string,
    permission: Permission,
    handle: PageHandler<BusinessRequest>,
    { recentPassword = false, isExport = false }: RouteOptions = {},
  ): Route => ({ guard: 'business', method, path, permission, recentPassword, isExport, handle }),
} as const;
