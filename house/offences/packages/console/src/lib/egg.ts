// breaks: cycles
import type { hen } from './hen.ts'

export const egg: typeof hen | undefined = undefined
