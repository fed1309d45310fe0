export function readStatements(): (program: string) => string[];
