/** Types of testPrograms.mjs. */
type TestProgram = () => Promise<{ file: string; env: NodeJS.ProcessEnv }>;
export const promtool: TestProgram;
export const pgbackrest: TestProgram;
