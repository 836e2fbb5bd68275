import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useCallback, useMemo, useState } from 'react'
import * as v from 'valibot'
import { refreshAfter } from '#api/connection.ts'
import { describeError, getProblem } from '#api/errors.ts'
import { ChosenFile } from '#domain/access/checked-import/chosen-file.tsx'
import type { BadRow, FileRow, ReadFile, RowSorter } from '#domain/access/checked-import/file-reading.ts'
import { type CheckedFile, ImportDialog } from '#domain/access/checked-import/import-dialog.tsx'
import { type ImportOutcome, ImportResult } from '#domain/access/checked-import/import-result.tsx'
import { readCheckedFile } from '#domain/access/checked-import/read-checked-file.ts'
import type { FileCheck, ReadRows } from '#domain/access/checked-import/use-file-check.ts'
import type { SendingControl } from '#domain/access/checked-import/use-sending.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import type { RuleOwners } from '#features/access/authorization/rules/rule-owners.ts'
import { rowToRule } from '#features/access/authorization/rules/rule-rows.ts'
import { ruleImport as m } from '#features/access/messages/authorization.ts'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import type { FormOutcome } from '#kit/form/shell/form-spec.ts'
import { toFormOutcome } from '#resource/endpoint-form/write-plan.ts'
import { EntryLedger, type FiledEntry } from './entry-ledger.ts'
import { type SentRules, sendRules } from './send-rules.ts'

const importSections = (name: string): readonly Section[] => [
  {
    id: 'import',
    title: m.title,
    fields: [
      {
        kind: 'select',
        path: 'existing',
        label: m.existing(name),
        isRequired: true,
        options: [
          { value: 'replace', label: m.replace },
          { value: 'skip', label: m.skip },
        ],
        width: 12,
      },
      {
        kind: 'file',
        path: 'file',
        label: m.file,
        help: m.fileHelp(name),
        isRequired: true,
        extensions: ['.csv', '.json'],
        width: 12,
      },
    ],
  },
]

interface ImportRulesDialogProps {
  readonly owners: RuleOwners
  readonly max: number
  readonly onClose: () => void
}

/** Reads a file of rules, checks it completely, and sends the rules of the names that have no error. */
export function ImportRulesDialog({ owners, max, onClose }: ImportRulesDialogProps) {
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
    const sent = await refreshAfter(() => sendRules(owners, { entries: reading.good, existing }, control))
    // Nothing has been changed, so the form stays open for another attempt.
    if (sent.unsent === reading.good.length) {
      if (isStop(sent.endedBy)) return { kind: 'refused', title: m.stopped, fields: [] }
      return toFormOutcome(sent.endedBy)
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

interface ChosenRulesProps {
  readonly owners: RuleOwners
  readonly read: ReadRows<FiledEntry>
  readonly onCheck: (check: FileCheck<FiledEntry> | undefined) => void
}

/** Shows, inside the form, what the chosen file contains and what it changes for the connected clients. */
function ChosenRules({ owners, read, onCheck }: ChosenRulesProps) {
  const [check, setCheck] = useState<FileCheck<FiledEntry>>()
  const isOnlyAdded = useFieldState('existing').value === 'skip'
  const reading = check?.reading?.kind === 'read' ? check.reading : undefined
  const good = reading?.blocked === undefined ? reading?.good : undefined
  // The change is memoized, because comparing a long file with itself on every render is expensive.
  const change = useMemo(
    () =>
      good === undefined || good.length === 0
        ? undefined
        : // The property that changes most often comes first, because two changes are compared property by property in order.
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

function formatReason(error: unknown): string {
  const { title, detail } = describeError(error)
  return detail ?? title
}

/** Tells whether the user has stopped the import. */
function isStop(error: unknown): boolean {
  return (
    getProblem(error)?.kind === 'aborted' || (error instanceof DOMException && error.name === 'AbortError')
  )
}

/** Returns every row of the entries that the broker refused, with the reason. */
function toBadRows({ failed }: SentRules<FiledEntry>): readonly BadRow[] {
  return failed.flatMap(({ entry, error }) =>
    entry.rows.map(({ at, text }) => ({ at, reason: formatReason(error), text: text() })),
  )
}

/** Describes the result of importing a file of rules; it counts names, not rules. */
function rulesOutcome(sent: SentRules<FiledEntry>, reading: ReadFile<FiledEntry>): ImportOutcome {
  const { created, replaced, skipped, failed, unsent, endedBy } = sent
  const { good, bad, format } = reading
  const imported = created + replaced
  return {
    summary: m.imported(imported, formatNumber(imported)),
    isWhole: imported === good.length && bad.length === 0,
    ...(unsent === 0 ? {} : { ended: isStop(endedBy) ? m.stopped : m.ended(formatReason(endedBy)) }),
    counts: [
      [m.total, good.length],
      [m.created, created],
      [m.replaced, replaced],
      [m.skipped, skipped],
      [m.failed, failed.length],
      ...(unsent === 0 ? [] : ([[m.unsent, unsent]] as const)),
      [m.leftOut, bad.length],
    ],
    failed: toBadRows(sent),
    leftOut: bad,
    format,
    missingName: 'rules-left-out',
  }
}

const entrySchema = v.looseObject({ rules: v.optional(v.unknown()) })
const rulesSchema = v.array(v.looseObject({}))

/** Reads a JSON list as the API accepts it, with an entry for each name. */
export function jsonRules(name: string, max: number): RowSorter<FiledEntry> {
  const ledger = new EntryLedger(name, max)
  return {
    emptyReason: m.empty,
    noListReason: m.notList(name),
    headFault: () => undefined,
    take(row: FileRow) {
      const id = v.is(entrySchema, row.value) ? row.value[name] : undefined
      if (typeof id !== 'string' || id === '' || !v.is(entrySchema, row.value)) {
        return ledger.lose(row, m.noName(name))
      }
      if (ledger.has(id)) return ledger.spoil(id, row, m.twice)
      const { rules: given } = row.value
      const rules = v.is(rulesSchema, given) ? given.map(ruleOfRow) : [undefined]
      const whole = rules.filter((rule) => rule !== undefined)
      if (whole.length < rules.length) ledger.spoil(id, row, m.noRule)
      ledger.add(id, whole, row)
    },
    sortRows: () => ledger.sortRows(),
  }
}

const needed = ['permission', 'action', 'topic']
const known = [...needed, 'qos', 'retain']
const fieldsSchema = v.record(v.string(), v.string())

/**
 * Reads a CSV file with a line for each rule. The rules of a name keep their order, wherever they stand in the file.
 */
export function csvRules(name: string, max: number): RowSorter<FiledEntry> {
  const ledger = new EntryLedger(name, max)
  return {
    emptyReason: m.empty,
    noListReason: m.notList(name),
    headFault: (columns) =>
      [name, ...needed].every((column) => columns.includes(column))
        ? undefined
        : m.missing([name, ...known].join(', ')),
    take(row: FileRow) {
      const fields = v.is(fieldsSchema, row.value) ? row.value : {}
      const id = fields[name] ?? ''
      // A line with too few fields may lack the name itself.
      if (row.fault !== undefined || id === '') return ledger.lose(row, row.fault ?? m.noName(name))
      const rule = ruleOfRow(Object.fromEntries(known.map((column) => [column, fields[column]])))
      if (rule === undefined) ledger.spoil(id, row, m.noRule)
      else ledger.add(id, [rule], row)
    },
    sortRows: () => ledger.sortRows(),
  }
}

/** Converts a rule of a file: QoS levels are separated by commas or blanks, and what is left out means any. */
function ruleOfRow(row: Readonly<Record<string, unknown>>): BuiltInRule | undefined {
  const { qos, retain } = row
  const levels = Array.isArray(qos) ? qos.join(',') : String(qos ?? '').replaceAll(/[\s;,]+/g, ',')
  const kept = retain === 'true' ? true : retain === 'false' ? false : retain === '' ? 'all' : retain
  return rowToRule({ ...row, qos: levels === '' ? '0,1,2' : levels, retain: kept ?? 'all' })
}
