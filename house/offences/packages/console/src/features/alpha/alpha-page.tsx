import { Word } from '#ui/word.tsx'
import { m } from './messages.ts'

const columns = [
  { id: 'name', sortable: true },
  { id: 'size', sortable: false },
]

export function AlphaPage() {
  return (
    <DataTable page="alpha" columns={columns}>
      <Word>{m.title}</Word>
    </DataTable>
  )
}
