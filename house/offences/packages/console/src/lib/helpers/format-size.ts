// breaks: file-names
export const formatSize = 1
