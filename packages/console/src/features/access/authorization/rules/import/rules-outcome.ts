import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import type { BadRow, ReadFile } from '#features/access/checked-import/file-reading.ts'
import type { ImportOutcome } from '#features/access/checked-import/import-result.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import type { FiledEntry } from './entry-ledger.ts'
import { m } from './messages.ts'
import type { SentRules } from './send-rules.ts'

function reasonOf(error: unknown): string {
  const { title, detail } = describeError(error)
  return detail ?? title
}

/** Whether somebody has ended it on purpose. */
export function isStop(error: unknown): boolean {
  return (
    problemOf(error)?.kind === 'aborted' || (error instanceof DOMException && error.name === 'AbortError')
  )
}

/** Of what the broker refused, every row with the reason. */
function failedRows({ failed }: SentRules<FiledEntry>): readonly BadRow[] {
  return failed.flatMap(({ entry, error }) =>
    entry.rows.map(({ at, text }) => ({ at, reason: reasonOf(error), text: text() })),
  )
}

/** What became of a file of rules; names are counted. */
export function rulesOutcome(sent: SentRules<FiledEntry>, reading: ReadFile<FiledEntry>): ImportOutcome {
  const { created, replaced, skipped, failed, unsent, endedBy } = sent
  const { good, bad, format } = reading
  const imported = created + replaced
  return {
    summary: m.imported(imported, formatNumber(imported)),
    isWhole: imported === good.length && bad.length === 0,
    ...(unsent === 0 ? {} : { ended: isStop(endedBy) ? m.stopped : m.ended(reasonOf(endedBy)) }),
    counts: [
      [m.total, good.length],
      [m.created, created],
      [m.replaced, replaced],
      [m.skipped, skipped],
      [m.failed, failed.length],
      ...(unsent === 0 ? [] : ([[m.unsent, unsent]] as const)),
      [m.leftOut, bad.length],
    ],
    failed: failedRows(sent),
    leftOut: bad,
    format,
    missingName: 'rules-left-out',
  }
}
