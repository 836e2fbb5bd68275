// breaks: sibling-walls, voice
import { m } from '#features/alpha/messages.ts'

export const asksAlpha = (text: string) => `${m.title}: ${text}`
