// breaks: sibling-walls
export const stray = 1
