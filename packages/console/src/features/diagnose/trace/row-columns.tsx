import { formatInstant } from '#domain/trace/format-instant.ts'
import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { trace as m } from '../messages/trace.ts'
import classes from './trace.module.css'

function of(row: TraceRow, value: (event: TraceEvent) => string | undefined): string | undefined {
  return row.kind === 'event' ? value(row) : undefined
}

/** In short, what the line adds to its event. */
function detailOf(row: TraceRow): string | undefined {
  if (row.kind === 'raw') return row.line
  const { packet, meta } = row
  if (packet !== undefined) {
    const [code] = packet.reasonCodes
    return code === undefined ? packet.type : `${packet.type} ${packet.reasonCodes.join(', ')}`
  }
  const said = meta['reason'] ?? meta['result'] ?? meta['action']
  return said === undefined || typeof said === 'string' ? said : JSON.stringify(said)
}

/** The table of lines; `onOpen` shows one of them whole. */
export function rowColumns(onOpen: (row: TraceRow) => void): readonly Column<TraceRow>[] {
  return [
    {
      id: 'time',
      header: m.time,
      cell: ({ at }) => formatInstant(at),
      value: (row) => of(row, ({ time }) => time),
      mono: true,
      always: true,
      width: 120,
      phone: 'pair',
    },
    {
      id: 'msg',
      header: m.message,
      cell: (row) => {
        const message = of(row, ({ msg }) => msg) ?? m.rawLine
        return (
          <Button
            size="small"
            variant="quiet"
            className={classes['open']}
            aria-label={m.openLine(visibleText(message, 80), formatInstant(row.at))}
            onClick={() => onOpen(row)}
          >
            <Verbatim text={message} mono={row.kind === 'event'} />
          </Button>
        )
      },
      value: (row) => of(row, ({ msg }) => msg),
      always: true,
      width: 260,
      phone: 'name',
    },
    verbatimColumn('client', m.client, (row) => of(row, ({ clientid }) => clientid), {
      width: 180,
      phone: 'pair',
    }),
    verbatimColumn('topic', m.topic, (row) => of(row, ({ topic }) => topic), { width: 220, phone: 'line' }),
    verbatimColumn('detail', m.detail, detailOf, { width: 240, phone: 'line' }),
    verbatimColumn('tag', m.tag, (row) => of(row, ({ tag }) => tag), { width: 110 }),
    verbatimColumn('level', m.level, (row) => of(row, ({ level }) => level), { width: 80 }),
    verbatimColumn('node', m.node, ({ node }) => node, { width: 170, isExtra: true }),
    verbatimColumn('username', m.username, (row) => of(row, ({ username }) => username), {
      width: 140,
      isExtra: true,
    }),
    verbatimColumn('peername', m.peer, (row) => of(row, ({ peername }) => peername), {
      width: 160,
      isExtra: true,
    }),
  ]
}
