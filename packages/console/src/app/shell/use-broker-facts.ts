import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { app as m } from '#app/messages.ts'
import { languageTag } from '#i18n/locale.ts'
import { consoleConfig } from '#lib/console-config.ts'

const pollSeconds = 15

export interface BrokerFacts {
  readonly name: string | undefined
  readonly edition: string
  readonly version: string
  /** The versions, if the nodes run different ones; stopped nodes do not report their version. */
  readonly mixedVersions: readonly string[] | undefined
}

export function useBrokerFacts(): BrokerFacts {
  const { data: clusterInfo } = useQuery(read(cluster.get, {}))
  const { data: nodeList } = useQuery(read(nodes.list, {}, { pollSeconds }))
  const session = currentSession()
  const versions = new Set(
    nodeList?.flatMap((node) => (node.node_status === 'running' ? [node.version] : [])),
  )
  const sorted = [...versions].sort((a, b) => a.localeCompare(b, languageTag, { numeric: true }))
  return {
    name: consoleConfig().brokerName ?? clusterInfo?.name,
    edition: editionNumber(session?.edition ?? '') === 1 ? m.enterprise : m.community,
    version: sorted.at(-1) ?? session?.version ?? '',
    mixedVersions: sorted.length > 1 ? sorted : undefined,
  }
}
