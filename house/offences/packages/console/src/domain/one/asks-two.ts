// breaks: sibling-walls
import { two } from '#domain/two/two.ts'

export const asksTwo = two
