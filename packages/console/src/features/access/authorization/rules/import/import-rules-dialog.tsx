import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { outcomeOf } from '#domain/endpoint-form/write-plan.ts'
import { type CheckedFile, ImportDialog } from '#features/access/checked-import/import-dialog.tsx'
import { ImportResult } from '#features/access/checked-import/import-result.tsx'
import { readCheckedFile } from '#features/access/checked-import/read-checked-file.ts'
import type { ReadRows } from '#features/access/checked-import/use-file-check.ts'
import type { SendingControl } from '#features/access/checked-import/use-sending.ts'
import { formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { FormOutcome } from '#kit/form/shell/form-plan.ts'
import type { RuleOwners } from '../rule-owners.ts'
import { ChosenRules } from './chosen-rules.tsx'
import { csvRules } from './csv-rules.ts'
import type { FiledEntry } from './entry-ledger.ts'
import { importSections } from './import-sections.ts'
import { jsonRules } from './json-rules.ts'
import { m } from './messages.ts'
import { isStop, rulesOutcome } from './rules-outcome.ts'
import { sendRules } from './send-rules.ts'

interface ImportRulesDialogProps {
  readonly owners: RuleOwners
  readonly max: number
  readonly onClose: () => void
}

/** Takes a file of rules, looks at all of it, and sends those of the names that have no fault. */
export function ImportRulesDialog({ owners, max, onClose }: ImportRulesDialogProps) {
  const client = useQueryClient()
  const { idName } = owners
  const read: ReadRows<FiledEntry> = useCallback(
    (file, options) =>
      readCheckedFile(file, (format) => (format === 'csv' ? csvRules : jsonRules)(idName, max), options),
    [idName, max],
  )
  const send = async (
    { reading, document }: CheckedFile<FiledEntry>,
    control: SendingControl,
  ): Promise<FormOutcome> => {
    const existing = document['existing'] === 'skip' ? 'skip' : 'replace'
    const sent = await sendRules(owners, { entries: reading.good, existing }, control)
    void client.invalidateQueries({ queryKey: [owners.path] })
    // Nothing has changed: it can be tried again from here.
    if (sent.unsent === reading.good.length) {
      if (isStop(sent.endedBy)) return { kind: 'refused', title: m.stopped, fields: [] }
      return outcomeOf(sent.endedBy)
    }
    const outcome = rulesOutcome(sent, reading)
    void askDialog<void>((close) => <ImportResult outcome={outcome} onClose={close} />)
    return { kind: 'applied' }
  }
  return (
    <ImportDialog
      title={m.title}
      sections={importSections(idName)}
      document={{ existing: 'replace' }}
      noneWords={m.none}
      sendingWords={(share) => m.sending(formatPercent(share))}
      send={send}
      onClose={onClose}
    >
      {(onCheck) => <ChosenRules owners={owners} read={read} onCheck={onCheck} />}
    </ImportDialog>
  )
}
