import { useCallback, useMemo, useState } from 'react'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { ChosenFile } from '#features/access/checked-import/chosen-file.tsx'
import type { FileCheck, ReadRows } from '#features/access/checked-import/use-file-check.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import type { RuleOwners } from '../rule-owners.ts'
import type { FiledEntry } from './entry-ledger.ts'

interface ChosenRulesProps {
  readonly owners: RuleOwners
  readonly read: ReadRows<FiledEntry>
  readonly onCheck: (check: FileCheck<FiledEntry> | undefined) => void
}

/** Within the form: what the file that is chosen there holds, and what comes of it for those who are connected. */
export function ChosenRules({ owners, read, onCheck }: ChosenRulesProps) {
  const [check, setCheck] = useState<FileCheck<FiledEntry>>()
  const isOnlyAdded = useFieldState('existing').value === 'skip'
  const reading = check?.reading?.kind === 'read' ? check.reading : undefined
  const good = reading?.blocked === undefined ? reading?.good : undefined
  // A file may be long: it is not compared with itself each time something else changes.
  const change = useMemo(
    () =>
      good === undefined || good.length === 0
        ? undefined
        : // What changes most easily stands first: two changes are compared in their order.
          { rules: { isOnlyAdded, ...owners.change(good) } },
    [good, owners, isOnlyAdded],
  )
  const tell = useCallback(
    (to: FileCheck<FiledEntry> | undefined) => {
      setCheck(to)
      onCheck(to)
    },
    [onCheck],
  )
  return (
    <>
      <ChosenFile read={read} leftOutName="rules-left-out" onCheck={tell} />
      {change !== undefined && <AccessPreview change={change} />}
    </>
  )
}
