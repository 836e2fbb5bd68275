// breaks: derived-lists
import { topics } from './topics.ts'

export const contract = { topics } as const
