import { beta as en } from './messages.en.ts'
import { beta as zh } from './messages.zh.ts'

export const m = [en, zh][0] ?? en
