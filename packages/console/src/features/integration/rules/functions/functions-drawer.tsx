import type { CatalogueEntry } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { useState } from 'react'
import { ruleFunctions as m } from '#features/integration/rules/messages/rule-functions.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { FunctionList } from './function-list.tsx'

interface FunctionsDrawerProps {
  /** Receives undefined if no function was chosen. */
  readonly onAnswer: (chosen: CatalogueEntry | undefined) => void
}

/** Shows the functions beside the statement; the chosen function is inserted into the statement. */
export function FunctionsDrawer({ onAnswer }: FunctionsDrawerProps) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<string>()
  return (
    <DrawerShell title={m.title} isOpen size={660} onClose={() => onAnswer(undefined)}>
      <p>{m.insertHint}</p>
      <FunctionList search={search} onSearch={setSearch} open={open} onOpen={setOpen} onInsert={onAnswer} />
    </DrawerShell>
  )
}
