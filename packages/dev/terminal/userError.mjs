/** What a person can mend: its message is shown alone, without a stack. */
export class UserError extends Error {}
