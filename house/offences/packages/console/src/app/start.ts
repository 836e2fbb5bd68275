export const start = () => import('../app-entry.tsx')
