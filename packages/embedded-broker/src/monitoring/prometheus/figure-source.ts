import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { DisconnectReasons } from './disconnect-reasons.ts'
import type { FigureRow } from './figure-group.ts'

/** Where the figures come from, beside the nodes. */
export interface FigureSource {
  readonly cluster: Cluster
  readonly disconnects: DisconnectReasons
  /** Percent of all processors. */
  cpuUse(): number
  /** How often the configuration was changed since the start. */
  configChanges(): number
  /** When the certificates of the listeners expire. */
  certificates(): readonly FigureRow[]
  bannedCount(): number
  /** Of the authenticators, by the node that asked them. */
  authenticators(node: string): readonly FigureRow[]
  /** Of the authorization sources, by the node that asked them. */
  accessSources(node: string): readonly FigureRow[]
  /** In epoch seconds; undefined where there is no license. */
  readonly licenseExpiry: number | undefined
}
