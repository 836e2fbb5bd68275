export const alpha = { title: 'Alpha' }
