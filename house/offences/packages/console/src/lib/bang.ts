// breaks: type-escapes
export const bang = (x?: string) => x!.length
