// breaks: sibling-walls
import { m } from '#features/alpha/messages.ts'

export const asksAlpha = m
