export const alpha = { title: '甲' }
