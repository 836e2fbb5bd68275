import { printHocon } from '@brokerdeck/contract/hocon/print-hocon.ts'
import { refusalOf } from '../config/config-or-refuse.ts'
import { valueFault } from '../config/fault.ts'
import type { BrokerNode } from '../mqtt/cluster.ts'
import type { World } from '../world/world.ts'

/** The configuration as a node has it, secrets in clear, as the broker gives it; one root of it if a key is given. */
export function configText({ config, cluster }: World, node: BrokerNode, key: string | undefined): string {
  const documents: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(config.names().map((name) => [name, config.document(name)])),
    cluster: { discovery_strategy: 'manual', name: cluster.name },
    node: { name: node.name, role: node.role },
  }
  if (key === undefined) return printHocon(documents)
  if (!Object.hasOwn(documents, key)) throw refusalOf([valueFault(['key'], 'not_a_enum_symbol', key)])
  return printHocon({ [key]: documents[key] })
}
