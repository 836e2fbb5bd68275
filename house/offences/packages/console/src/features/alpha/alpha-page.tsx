import { Word } from '#ui/word.tsx'
import { m } from './messages.ts'

export function AlphaPage() {
  return <Word>{m.title}</Word>
}
