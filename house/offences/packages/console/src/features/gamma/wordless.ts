// breaks: words
export const wordless = 1
