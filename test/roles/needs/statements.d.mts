export function readStatements(): (program: string) => string[];
export function fewestOf(program: string): number;
