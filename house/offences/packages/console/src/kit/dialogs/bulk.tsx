export const bulk = 'many'
