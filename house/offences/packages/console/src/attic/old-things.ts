// breaks: layers
export const oldThings = 1
