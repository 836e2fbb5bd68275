import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as v from 'valibot'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-plan.ts'
import type { ListForm } from './list-form.ts'
import { endpointForm as m } from './messages.ts'
import { addRow, changeList, replaceRow } from './whole-list.ts'

interface RowDialogProps<Row extends object> {
  readonly form: ListForm<Row>
  /** As the page shows them. */
  readonly rows: readonly Row[]
  /** Which one is edited; undefined adds one. */
  readonly at: number | undefined
  readonly lockedReason: string | undefined
  readonly onClose: () => void
}

/** One entry of a list that is written as a whole. */
export function RowDialog<Row extends object>(props: RowDialogProps<Row>) {
  const { form, rows, at, lockedReason, onClose } = props
  const client = useQueryClient()
  /** After a refusal because of another list: that one, so that a second try is a decision. */
  const shown = useRef(rows)
  const before = at === undefined ? undefined : rows[at]
  const changeTo = (row: Row) =>
    at === undefined || before === undefined ? addRow(row) : replaceRow(at, before, row)
  const rowOf = (document: ApiDocument): Row | undefined => {
    const parsed = v.safeParse(form.row, document)
    return parsed.success ? parsed.output : undefined
  }
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    const row = rowOf(document)
    if (row === undefined) return { kind: 'refused', title: m.rowIncomplete, fields: [] }
    const result = await changeList(client, form.list, shown.current, changeTo(row))
    shown.current = result.rows
    return placedInRow(result.outcome, at ?? result.rows.length)
  }
  return (
    <FormDialog
      title={at === undefined ? form.words.addTitle : form.words.editTitle}
      submitLabel={at === undefined ? m.add : m.save}
      onClose={onClose}
      plan={{
        sections: form.sections,
        document: toDocument(before ?? form.initial),
        isNew: at === undefined,
        isConfiguration: true,
        lockedReason,
        impact: () => form.words.impact,
        check: (document) =>
          form.check?.(
            document,
            rows.filter((_, index) => index !== at),
          ) ?? [],
        plan(document) {
          const row = rowOf(document)
          const body = row === undefined ? undefined : changeTo(row)(rows)
          return body === undefined ? undefined : { method: 'PUT', path: form.list.endpoint.path, body }
        },
        apply,
        onApplied: () => notify.success(at === undefined ? form.words.added : form.words.saved),
      }}
    />
  )
}

const toDocument = (row: object): ApiDocument => Object.fromEntries(Object.entries(row))

/** The broker names a fault by the place of the row in the list, counted from 1: `3.qos`, `rewrite.3.re`. */
function placedInRow(outcome: FormOutcome, at: number): FormOutcome {
  if (outcome.kind === 'applied') return outcome
  const fields = outcome.fields.map(({ path, message }) => {
    const [, index, own] = /^(?:[a-z_]+\.)?(\d+)\.(.+)$/.exec(path) ?? []
    return { path: Number(index) === at + 1 && own !== undefined ? own : path, message }
  })
  return { ...outcome, fields }
}
