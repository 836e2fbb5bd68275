// breaks: words
import { en } from './messages.en.ts'

export const m = en
