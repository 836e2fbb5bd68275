import { en } from './messages.en.ts'
import { zh } from './messages.zh.ts'

export const m = [en, zh][0] ?? en
