/** Whether the user has a second factor. */
import { findLogin } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

export const isEnrolled = async ({ deps, user }: AuthenticatedRequest): Promise<boolean> =>
  (await findLogin(deps.db, user.email))?.totpSecret != null;
