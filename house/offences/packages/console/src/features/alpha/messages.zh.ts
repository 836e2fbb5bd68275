export const zh = { title: '甲' }
