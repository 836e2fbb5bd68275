// breaks: layers
import { topics } from '@brokerdeck/contract/topics.ts'

export const knowsContract = topics
