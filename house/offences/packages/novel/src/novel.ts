// breaks: package-walls
export const novel = 1
