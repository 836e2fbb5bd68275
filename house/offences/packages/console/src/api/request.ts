export const request = 1
