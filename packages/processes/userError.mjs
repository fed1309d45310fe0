/** A mistake that the user can correct: its message is shown alone, without a stack. */
export class UserError extends Error {}
