import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { ConnectionFacts } from '../connection/connection-facts.ts'
import type { TestConnection } from '../connection/test-connection.ts'
import type { ExportFormat } from '../engine/page-message.ts'
import { m } from '../messages.ts'

interface ExportMessagesProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
}

const formats: readonly { readonly format: ExportFormat; readonly label: string; readonly type: string }[] = [
  { format: 'csv', label: m.exportCsv, type: 'text/csv;charset=utf-8' },
  { format: 'json', label: m.exportJson, type: 'application/json' },
  { format: 'ndjson', label: m.exportNdjson, type: 'application/x-ndjson' },
]

/** Saves what the list has; the worker writes it. */
export function ExportMessages({ connection, facts }: ExportMessagesProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { direction } = facts.view
  const isEmpty = facts[direction].kept === 0
  const save = async ({ format, type }: (typeof formats)[number]) => {
    setIsBusy(true)
    const parts = await connection.export(format)
    setIsBusy(false)
    saveFile(`mqtt-${direction}.${format}`, new Blob([...parts], { type }), type)
  }
  return (
    <Menu
      label={m.export}
      actions={formats.map((one) => ({ label: one.label, onSelect: () => void save(one) }))}
    >
      {(trigger) => (
        <Button
          {...trigger}
          size="small"
          isBusy={isBusy}
          disabledReason={isEmpty ? m.nothingToExport : undefined}
          icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
        >
          {m.export}
        </Button>
      )}
    </Menu>
  )
}
