import { useMemo, useState } from 'react'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { m } from './messages.ts'

/** Wrapped lines have heights of their own, so all of them are in the document. */
const wrapLimit = 3_000

interface RawLogProps {
  readonly rows: readonly TraceRow[]
  /** More may come: the end is kept in sight. */
  readonly isLive: boolean
}

/** The lines as they were written. */
export function RawLog({ rows, isLive }: RawLogProps) {
  const [isWrapped, setWrapped] = useState(false)
  const isTooLong = rows.length > wrapLimit
  const text = useMemo(() => rows.map(({ line }) => line).join('\n'), [rows])
  return (
    <Panel label={m.raw}>
      <SearchableText label={m.rawText} text={text} isWrapped={isWrapped && !isTooLong} isGrowing={isLive}>
        <Button
          size="small"
          aria-pressed={isWrapped && !isTooLong}
          disabledReason={isTooLong ? m.wrapLimit(formatNumber(wrapLimit)) : undefined}
          onClick={() => setWrapped(!isWrapped)}
        >
          {m.wrap}
        </Button>
      </SearchableText>
    </Panel>
  )
}
