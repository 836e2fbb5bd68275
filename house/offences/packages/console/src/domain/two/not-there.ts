// breaks: import-style
import { three } from './three.ts'

export const notThere = three
