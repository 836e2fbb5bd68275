export const asConst = { a: 1 } as const
