/** The businesses that a user may see: the one place that decides it. */
import { EVERY_BUSINESS, type Scope, type User } from '@rafaga/db';

/** @throws for a user of a business that names none, whom every page refuses */
export function scopeOf({ id, role, businessId }: Pick<User, 'id' | 'role' | 'businessId'>): Scope {
  if (role !== 'business') return EVERY_BUSINESS;
  if (typeof businessId !== 'number')
    throw new Error(`user ${id} has the role of a business, and no business`);
  return businessId;
}
