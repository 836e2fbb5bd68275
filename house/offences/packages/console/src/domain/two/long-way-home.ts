// breaks: import-style
import { two } from '#domain/two/two.ts'

export const longWayHome = two
