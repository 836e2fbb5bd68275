// breaks: import-style
import { two } from './two'

export const noEnding = two
