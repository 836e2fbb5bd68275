import { prometheus, type ScrapeMode, scrapeModes } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { schemaFigures } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { parseExposition, type Sample } from '#lib/exposition.ts'
import { saveFile } from '#lib/save-file.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import type { SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './monitoring.module.css'
import { monitoringSearchSchema, type ScrapeEndpoint, scrapeEndpoints } from './monitoring-search.ts'

const endpointLabels: Record<ScrapeEndpoint, string> = {
  stats: m.endpointStats,
  auth: m.endpointAuth,
  data_integration: m.endpointIntegration,
  schema_validation: m.endpointValidation,
  message_transformation: m.endpointTransformation,
}

const modeLabels: Record<ScrapeMode, string> = {
  node: m.modeNode,
  all_nodes_aggregated: m.modeAggregated,
  all_nodes_unaggregated: m.modeUnaggregated,
}

const listOfferedEndpoints = (): readonly ScrapeEndpoint[] =>
  editionNumber(currentSession()?.edition ?? '') === 1 ? scrapeEndpoints : scrapeEndpoints.slice(0, 3)

interface FiguresBarProps {
  readonly endpoint: ScrapeEndpoint
  readonly mode: ScrapeMode
  readonly search: string
  readonly onChange: (change: {
    readonly endpoint?: ScrapeEndpoint | undefined
    readonly mode?: ScrapeMode | undefined
    readonly search?: string | undefined
  }) => void
}

/** Selects the metrics by endpoint, scope, and a text in the name or labels. */
function FiguresBar({ endpoint, mode, search, onChange }: FiguresBarProps) {
  return (
    <div className={classes['bar']}>
      <TextBox
        type="search"
        aria-label={m.searchFigures}
        placeholder={m.searchFigures}
        value={search}
        onChange={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      <SelectBox
        aria-label={m.endpoint}
        value={endpoint}
        options={listOfferedEndpoints().map((value) => ({ value, label: endpointLabels[value] }))}
        onChange={(next) => onChange({ endpoint: scrapeEndpoints.find((one) => one === next) })}
      />
      <SelectBox
        aria-label={m.mode}
        value={mode}
        options={scrapeModes.map((value) => ({ value, label: modeLabels[value] }))}
        onChange={(next) => onChange({ mode: scrapeModes.find((one) => one === next) })}
      />
    </div>
  )
}

const labelsText = ({ labels }: Pick<Figure, 'labels'>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')

const figureColumns: readonly Column<Figure, SortOf<'monitoringIntegration'>>[] = [
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

/** Lists the metrics that are exported right now, series by series. */
export function FiguresPanel() {
  const [{ endpoint, mode, search = '' }, setSearch] = useUrlSearch(
    'monitoringIntegration',
    monitoringSearchSchema,
  )
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
      page="monitoringIntegration"
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
