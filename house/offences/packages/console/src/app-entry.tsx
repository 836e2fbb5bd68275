export const appEntry = 1
