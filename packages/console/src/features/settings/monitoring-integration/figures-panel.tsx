import { prometheus, type ScrapeMode } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { schemaFigures } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { parseExposition, type Sample } from '#lib/exposition.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { monitoringIntegration as m } from '../messages/monitoring.ts'
import { FiguresBar } from './figures-bar.tsx'
import classes from './monitoring.module.css'
import { monitoringSearchSchema, type ScrapeEndpoint } from './monitoring-search.ts'

const labelsText = ({ labels }: Pick<Figure, 'labels'>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')

const figureColumns: readonly Column<Figure>[] = [
  {
    id: 'name',
    header: m.metric,
    cell: ({ name }) => <Verbatim text={name} />,
    value: ({ name }) => name,
    mono: true,
    width: 340,
    sortable: true,
    always: true,
    phone: 'name',
  },
  {
    id: 'labels',
    header: m.labels,
    cell: (figure) => <Verbatim text={labelsText(figure)} />,
    value: labelsText,
    mono: true,
    width: 320,
    sortable: true,
    phone: 'pair',
  },
  {
    id: 'kind',
    header: m.kind,
    cell: ({ kind }) => <Verbatim text={kind} />,
    value: ({ kind }) => kind,
    width: 100,
    sortable: true,
  },
  {
    id: 'value',
    header: m.value,
    cell: ({ value }) => formatNumber(value),
    value: ({ value }) => value,
    align: 'end',
    width: 160,
    sortable: true,
    phone: 'pair',
  },
]

/** What is exported right now, series by series. */
export function FiguresPanel() {
  const [{ endpoint, mode, search = '' }, setSearch] = useUrlSearch(monitoringSearchSchema)
  const result = useQuery(figuresQuery(endpoint, mode))
  const text = typeof result.data === 'string' ? result.data : ''
  const families = useMemo(() => parseExposition(text), [text])
  const figures = useMemo(
    () => families.flatMap(({ kind, samples }): Figure[] => samples.map((sample) => ({ ...sample, kind }))),
    [families],
  )
  const wanted = search.toLowerCase()
  const shown = figures.filter((one) => `${one.name} ${labelsText(one)}`.toLowerCase().includes(wanted))
  return (
    <DataTable
      label={m.figuresLabel}
      columns={figureColumns}
      rowKey={(figure) => `${figure.name}{${labelsText(figure)}}`}
      query={tableQuery(result, () => shown)}
      exportName="series"
      filters={<FiguresBar endpoint={endpoint} mode={mode} search={search} onChange={setSearch} />}
      actions={
        <>
          <span className={classes['count']}>
            {m.figuresCount(formatNumber(families.length), formatNumber(figures.length))}
          </span>
          <CopyButton text={text} name={m.theText} />
          <Button size="small" onClick={() => saveFile(`emqx-${endpoint}.txt`, text, 'text/plain')}>
            {m.downloadText}
          </Button>
        </>
      }
      empty={
        figures.length === 0 ? (
          <EmptyState title={m.noFigures}>{m.noFiguresText}</EmptyState>
        ) : (
          <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
        )
      }
    />
  )
}

function figuresQuery(endpoint: ScrapeEndpoint, mode: ScrapeMode) {
  const endpoints = {
    stats: prometheus.stats,
    auth: prometheus.auth,
    data_integration: prometheus.dataIntegration,
    schema_validation: schemaFigures.validation,
    message_transformation: schemaFigures.transformation,
  } as const
  return read(endpoints[endpoint], { query: { mode } }, { keepsPrevious: true })
}

interface Figure extends Sample {
  readonly kind: string
}
