// breaks: file-names
export const camelCase = 1
