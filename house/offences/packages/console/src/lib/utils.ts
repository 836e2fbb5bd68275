// breaks: file-names
export const utils = 1
