import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { table as m } from '#kit/messages/page.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { saveCsv, saveFile, toJson } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlays.tsx'
import type { Column } from './column.ts'

/** Reads all matching rows in batches; stops early when the signal aborts. */
export type ExportAll<Row> = (signal: AbortSignal) => AsyncIterable<readonly Row[]>

/** Reads the values of `isReadEach` columns for these rows, in batches. */
export type ExportRead<Row> = (rows: readonly Row[], signal: AbortSignal) => AsyncIterable<readonly Row[]>

interface ExportMenuProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly exportAll?: ExportAll<Row>
  readonly exportRead?: ExportRead<Row>
}

type Format = 'csv' | 'json'

/** Saves the shown columns of this page, or of all matching rows. */
export function ExportMenu<Row>({ name, columns, rows, exportAll, exportRead }: ExportMenuProps<Row>) {
  const [loaded, setLoaded] = useState<number>()
  const running = useRef<AbortController>(null)
  const save = (saved: readonly Row[], format: Format) => {
    const fields = columns.flatMap((column) => column.fields ?? [column])
    if (format === 'csv') saveCsv(name, saved, fields)
    else saveFile(`${name}.json`, toJson(saved, fields), 'application/json')
  }
  const saveAll = async (batches: ExportAll<Row>, format: Format) => {
    const controller = new AbortController()
    running.current = controller
    const all: Row[] = []
    setLoaded(0)
    try {
      for await (const batch of batches(controller.signal)) {
        if (controller.signal.aborted) break
        all.push(...batch)
        setLoaded(all.length)
      }
      if (!controller.signal.aborted) save(all, format)
    } catch (error) {
      if (!controller.signal.aborted) {
        notify.failure(m.exportFailed, error instanceof Error ? error.message : String(error))
      }
    } finally {
      if (controller.signal.aborted) notify.info(m.exportStopped)
      setLoaded(undefined)
    }
  }
  if (loaded !== undefined) {
    return (
      <span role="status" className="small support">
        {m.exporting(formatNumber(loaded))}{' '}
        <Button size="small" onClick={() => running.current?.abort()}>
          {m.stop}
        </Button>
      </span>
    )
  }
  const isOff = consoleConfig().closed?.includes('export') === true
  const reads = columns.some(({ isReadEach }) => isReadEach) ? exportRead : undefined
  const savePage = async (format: Format) =>
    reads === undefined ? save(rows, format) : await saveAll((signal) => reads(rows, signal), format)
  const offer = (format: Format, label: string) => ({ label, onSelect: () => void savePage(format) })
  const offerAll = (format: Format, label: string) => {
    if (exportAll === undefined) return []
    const all = reads === undefined ? exportAll : completeExport(exportAll, reads)
    return [{ label, onSelect: () => void saveAll(all, format) }]
  }
  return (
    <Menu
      label={m.exportRows}
      actions={[
        offer('csv', m.exportPageCsv),
        offer('json', m.exportPageJson),
        ...offerAll('csv', m.exportAllCsv),
        ...offerAll('json', m.exportAllJson),
      ]}
    >
      {(trigger) => (
        <Button
          {...trigger}
          size="small"
          disabledReason={isOff ? m.exportOff : undefined}
          icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
        >
          {m.exportRows}
        </Button>
      )}
    </Menu>
  )
}

function completeExport<Row>(all: ExportAll<Row>, reads: ExportRead<Row>): ExportAll<Row> {
  return async function* rows(signal) {
    for await (const batch of all(signal)) yield* reads(batch, signal)
  }
}
