// breaks: package-walls
import { topics } from '../../contract/src/topics.ts'

export const asksByPath = topics
