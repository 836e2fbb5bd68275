import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { AccessClient, AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { ChainLink, Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { PatternTest } from '@brokerdeck/languages/access-rules/match-rule.ts'
import type { ResourceFigures } from '../../backends/resource-metrics.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'

/** The external system that a source sends its requests to. */
export interface SourceResource {
  readonly status: 'connecting' | 'connected' | 'disconnected' | 'stopped'
  readonly error: string | undefined
  readonly started: Promise<void>
  getMetrics(node: string): ResourceFigures
  close(): Promise<void>
}

/** One running source of the chain, which either has rules of its own or asks an external system. */
export interface AccessSource {
  readonly type: SourceType
  readonly link: ChainLink
  /**
   * Present on sources that ask an external system. Never rejects: if the back end fails, the source makes no
   * decision. Counts for the metrics of the node.
   */
  ask?(request: AccessRequest, node: string): Promise<Finding>
  /** The number of the source's rules, for sources that have rules. */
  readonly ruleCount?: () => number
  /** The external system that the source asks; undefined while the source is disabled. */
  readonly resource?: SourceResource
}

export interface SourceServices extends ResourceServices {
  readonly test: PatternTest
  /** Returns the rules of the built-in database for a client. */
  builtIn(client: AccessClient): Iterable<PlacedRule>
  builtInCount(): number
  /** Writes to the broker's log why a back end could not answer, under the message that EMQX uses. */
  failed(message: string, reason: string): void
}
