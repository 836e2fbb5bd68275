export const en = { title: 'Alpha' }
