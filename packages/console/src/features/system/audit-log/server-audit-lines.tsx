import type { ServerAuditEntry } from '@brokerdeck/contract/server-audit-log.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { serverAudit as own } from '#features/system/messages/server-audit.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { table as m } from '#kit/messages/page.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'

interface ServerAuditLinesProps {
  /** Reads all matching entries. */
  readonly readAll: (signal: AbortSignal) => AsyncIterable<readonly ServerAuditEntry[]>
}

/**
 * Saves all matching entries as JSON Lines, with the fields of the last line in the file, whichever columns are
 * shown.
 */
export function ServerAuditLines({ readAll }: ServerAuditLinesProps) {
  const [loaded, setLoaded] = useState<number>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    const lines: string[] = []
    setLoaded(0)
    try {
      for await (const entries of readAll(controller.signal)) {
        // The API's name for the operation is not part of the line.
        for (const { operation: _, ...line } of entries) lines.push(`${JSON.stringify(line)}\n`)
        setLoaded(lines.length)
      }
      if (!controller.signal.aborted) saveFile('server-audit.jsonl', lines.join(''), 'application/jsonl')
    } catch (error) {
      if (!controller.signal.aborted) notify.failure(m.exportFailed, describeError(error).title)
    } finally {
      if (controller.signal.aborted) notify.info(m.exportStopped)
      setLoaded(undefined)
    }
  }
  if (loaded !== undefined)
    return (
      <span role="status" className="small support">
        {m.exporting(formatNumber(loaded))}{' '}
        <Button size="small" onClick={() => running.current?.abort()}>
          {m.stop}
        </Button>
      </span>
    )
  const isOff = consoleConfig().closed?.includes('export') === true
  return (
    <Button size="small" disabledReason={isOff ? m.exportOff : undefined} onClick={() => void save()}>
      {own.saveLines}
    </Button>
  )
}
