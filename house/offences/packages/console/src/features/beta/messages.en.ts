// breaks: numbers
export const en = { title: 'Alpha', found: (count: number) => `${count} found`, line: (line: number) => `line ${line}` }
