import type { CatalogueEntry } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { useState } from 'react'
import { ruleFunctions as m } from '#features/integration/rules/messages/rule-functions.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { FunctionList } from './function-list.tsx'

interface FunctionsDrawerProps {
  /** Undefined: none. */
  readonly onAnswer: (chosen: CatalogueEntry | undefined) => void
}

/** The functions beside the statement that is written; one that is chosen goes into it. */
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
