/** The routes of the panel as data: method, path, guard, permission and handler. */
import type { Permission } from '../users/permissions.js';
import type {
  AuthenticatedRequest,
  BusinessRequest,
  PageRequest,
  PendingRequest,
} from './pageRequest.js';
import type { PageHandler } from './pageResponse.js';

type Method = 'get' | 'post';

interface Common {
  method: Method;
  path: string;
}

interface Permitted extends Common {
  permission: Permission;
  /** The password must have been proved within the last minutes. */
  recentPassword: boolean;
}

export type Route =
  | (Common & { guard: 'public'; handle: PageHandler<PageRequest> })
  | (Common & { guard: 'pendingSecondFactor'; handle: PageHandler<PendingRequest> })
  | (Permitted & { guard: 'authenticated'; handle: PageHandler<AuthenticatedRequest> })
  | (Permitted & { guard: 'business'; handle: PageHandler<BusinessRequest> });

interface RouteOptions {
  recentPassword?: boolean;
}

/** One constructor for each guard; `routes.ts` is written with them. */
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
