import { printHocon } from '@brokerdeck/contract/hocon/print-hocon.ts'
import { refusalOf } from '../../config/config-or-refuse.ts'
import { valueFault } from '../../config/fault.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { BrokerNode } from '../../mqtt/cluster.ts'

interface Asked {
  readonly node: BrokerNode
  /** All roots without one. */
  readonly key: string | undefined
  /** Who may not change the configuration has no use for its secrets; EMQX gives them to every reader. */
  readonly isMasked: boolean
}

/** The configuration as a node has it; for administrators with its secrets, so that it can be imported again. */
export function configText(
  { config, cluster }: Pieces<'cluster' | 'config'>,
  { node, key, isMasked }: Asked,
): string {
  const documentOf = (name: string) => (isMasked ? config.shownDocument(name) : config.document(name))
  const documents: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(config.names().map((name) => [name, documentOf(name)])),
    cluster: { discovery_strategy: 'manual', name: cluster.name },
    node: { name: node.name, role: node.role },
  }
  if (key === undefined) return printHocon(documents)
  if (!Object.hasOwn(documents, key)) throw refusalOf([valueFault(['key'], 'not_a_enum_symbol', key)])
  return printHocon({ [key]: documents[key] })
}
