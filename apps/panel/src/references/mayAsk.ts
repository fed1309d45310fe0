/** Whether the user may have SUNAT asked about a reference. */
import type { DocumentSummary } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { isPermitted } from '../users/permissions.js';

/** Asking takes a document out of review: a role that only reads may not do that. */
export const mayAsk = ({ user }: AuthenticatedRequest, { emission }: DocumentSummary): boolean =>
  emission !== null &&
  emission.sends > 0 &&
  !emission.held &&
  !emission.elsewhere &&
  (emission.stage !== 'review' || isPermitted(user.role, 'references.act'));
