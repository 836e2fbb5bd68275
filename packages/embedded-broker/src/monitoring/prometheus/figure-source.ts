import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { DisconnectReasons } from './disconnect-reasons.ts'
import type { FigureRow } from './figure-group.ts'

/** The sources of the figures, beside the nodes. */
export interface FigureSource {
  readonly cluster: Cluster
  readonly disconnects: DisconnectReasons
  /** Returns the CPU usage in percent of all processors. */
  cpuUse(): number
  /** Returns how often the configuration was changed since the start. */
  configChanges(): number
  /** Returns when the certificates of the listeners expire. */
  certificates(): readonly FigureRow[]
  bannedCount(): number
  /** Returns the figures of the authenticators, for the requests of one node. */
  authenticators(node: string): readonly FigureRow[]
  /** Returns the figures of the authorization sources, for the requests of one node. */
  accessSources(node: string): readonly FigureRow[]
  /** The expiry of the license in seconds since the epoch; undefined if there is no license. */
  readonly licenseExpiry: number | undefined
}
