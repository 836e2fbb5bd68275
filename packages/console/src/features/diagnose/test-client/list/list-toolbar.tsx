import { topicFilterFault } from '@brokerdeck/languages/topic.ts'
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useState } from 'react'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { ConnectionFacts } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type {
  Direction,
  ExportFormat,
  MessageListing,
} from '#features/diagnose/test-client/engine/page-message.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { Menu } from '#ui/overlays.tsx'
import { Segmented } from '#ui/segmented.tsx'
import classes from './list-toolbar.module.css'

const formats: readonly { readonly format: ExportFormat; readonly label: string; readonly type: string }[] = [
  { format: 'csv', label: m.exportCsv, type: 'text/csv;charset=utf-8' },
  { format: 'json', label: m.exportJson, type: 'application/json' },
  { format: 'ndjson', label: m.exportNdjson, type: 'application/x-ndjson' },
]

interface ListToolbarProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
}

/** Chooses which messages are listed, and offers the operations on all of them. */
export function ListToolbar({ connection, facts }: ListToolbarProps) {
  const { view, received, published } = facts
  const { direction, upTo, chart } = view
  // The topic filter is kept here while it is typed, because an incomplete filter may be invalid.
  const [topic, setTopic] = useState(view.topic)
  const isBad = topic !== '' && topicFilterFault(topic) !== undefined
  const change = (part: Partial<Pick<MessageListing, 'direction' | 'search' | 'topic' | 'chart'>>) =>
    connection.show({ ...view, start: 0, end: 40, ...part, upTo: undefined })
  return (
    <div className={classes['bar']}>
      <Segmented<Direction>
        label={m.direction}
        value={direction}
        options={[
          { value: 'received', label: m.receivedCount(formatNumber(received.total)) },
          { value: 'published', label: m.publishedCount(formatNumber(published.total)) },
        ]}
        onChange={(to) => change({ direction: to, chart: chart && {} })}
      />
      <div className={classes['find']}>
        <TextBox
          type="search"
          aria-label={m.search}
          placeholder={m.search}
          icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={view.search}
          onChange={(search) => change({ search })}
        />
        <TextBox
          aria-label={isBad ? m.badFilter : m.topicFilter}
          placeholder={m.topicFilter}
          isCode
          hasFault={isBad}
          value={topic}
          onChange={(text) => {
            setTopic(text)
            if (text === '' || topicFilterFault(text) === undefined) change({ topic: text })
          }}
        />
      </div>
      <div className={classes['end']}>
        <Button
          size="small"
          tooltip={m.chartHint}
          aria-expanded={chart !== undefined}
          icon={<IconChartLine size={16} stroke={1.5} aria-hidden />}
          onClick={() => connection.show({ ...view, chart: chart === undefined ? {} : undefined })}
        >
          {m.chart}
        </Button>
        <Button
          size="small"
          tooltip={m.pauseHint}
          aria-pressed={upTo !== undefined}
          icon={
            upTo === undefined ? (
              <IconPlayerPause size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconPlayerPlay size={16} stroke={1.5} aria-hidden />
            )
          }
          onClick={() =>
            connection.show({ ...view, upTo: upTo === undefined ? facts[direction].total : undefined })
          }
        >
          {upTo === undefined ? m.pause : m.resume}
        </Button>
        <Button
          size="small"
          disabledReason={facts[direction].kept === 0 ? m.nothingToExport : undefined}
          onClick={() => connection.clear(direction)}
        >
          {m.clear}
        </Button>
        <ExportMessages connection={connection} facts={facts} />
      </div>
    </div>
  )
}

interface ExportMessagesProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
}

/** Saves the listed messages to a file, which the worker writes. */
function ExportMessages({ connection, facts }: ExportMessagesProps) {
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
