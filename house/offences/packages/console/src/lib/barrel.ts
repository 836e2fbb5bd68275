// breaks: named-exports
export { hen } from './hen.ts'
export { egg } from './egg.ts'
