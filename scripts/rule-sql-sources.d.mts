export function ruleSqlSources(grammar: string): Readonly<Record<string, string>>
