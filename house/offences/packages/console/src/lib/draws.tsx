// breaks: layers
export const draws = 1
