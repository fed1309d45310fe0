/** Records how far a step of a restoration is, for the persons who wait for it. */
export type Progress = (done: { step: string; done: number }) => Promise<void>;
