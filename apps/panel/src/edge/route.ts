/** The routes of the panel as data: method, path, guard, permission and handler. */
import type { Permission } from '../users/permissions.js';
import type {
  AuthenticatedRequest,
  BusinessRequest,
  PageRequest,
  PendingRequest,
} from './pageRequest.js';
import type { PageHandler } from './pageResponse.js';

export type Method = 'get' | 'post';

interface Common {
  method: Method;
  path: string;
}

interface Permitted extends Common {
  permission: Permission;
  /** Whether the password must have been proved within the last minutes. */
  recentPassword: boolean;
  /** Whether it is an export, which counts like a form. */
  isExport: boolean;
}

export type Route =
  | (Common & { guard: 'public'; handle: PageHandler<PageRequest> })
  | (Common & { guard: 'pendingSecondFactor'; handle: PageHandler<PendingRequest> })
  | (Permitted & { guard: 'authenticated'; handle: PageHandler<AuthenticatedRequest> })
  | (Permitted & { guard: 'business'; handle: PageHandler<BusinessRequest> });
