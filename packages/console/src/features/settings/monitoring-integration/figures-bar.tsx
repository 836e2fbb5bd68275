import { type ScrapeMode, scrapeModes } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { SelectBox } from '#ui/select-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { monitoringIntegration as m } from '../messages/monitoring.ts'
import classes from './monitoring.module.css'
import { type ScrapeEndpoint, scrapeEndpoints } from './monitoring-search.ts'

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

const offeredEndpoints = (): readonly ScrapeEndpoint[] =>
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

/** Which figures: endpoint, scope, and a text in name or labels. */
export function FiguresBar({ endpoint, mode, search, onChange }: FiguresBarProps) {
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
        options={offeredEndpoints().map((value) => ({ value, label: endpointLabels[value] }))}
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
