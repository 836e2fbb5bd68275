import type { Scrape, ScrapeMode } from '@brokerdeck/contract/monitoring/prometheus.ts'
import type { ApiCall } from '../../http/api-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import { collect } from './collect.ts'
import type { FigureGroup } from './figure-group.ts'
import { figuresToJson, figuresToText } from './print-figures.ts'

/** Returns the figures in the format that the request accepts. */
export function scrape(
  groups: readonly FigureGroup[],
  mode: ScrapeMode = 'node',
  { cluster, accept }: ApiCall<'cluster'>,
): Scrape {
  const collected = collect(groups, runningNodes(cluster), mode)
  return accept.startsWith('application/json')
    ? figuresToJson(collected, mode === 'all_nodes_unaggregated')
    : figuresToText(collected)
}
