/** What one check of `rafaga doctor` found. */

export type FindingState = 'bien' | 'aviso' | 'mal';

export interface Finding {
  /** As 'PostgreSQL'. */
  area: string;
  state: FindingState;
  /** A Spanish sentence without its full stop. */
  text: string;
  /** What to do. */
  remedy?: string;
}

/** Makes the findings of one area. */
export const findingsOf = (area: string) => ({
  well: (text: string): Finding => ({ area, state: 'bien', text }),
  warning: (text: string, remedy: string): Finding => ({ area, state: 'aviso', text, remedy }),
  fault: (text: string, remedy?: string): Finding => ({
    area,
    state: 'mal',
    text,
    ...(remedy && { remedy }),
  }),
});
