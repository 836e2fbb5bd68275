// breaks: named-exports
export * from './as-const.ts'
export const everything = 1
