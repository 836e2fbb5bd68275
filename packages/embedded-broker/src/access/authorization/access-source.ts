import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { AccessClient, AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { ChainLink, Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { PatternTest } from '@brokerdeck/languages/access-rules/match-rule.ts'
import type { ResourceFigures } from '../../backends/resource-metrics.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'

/** What is behind a source that asks others. */
export interface SourceResource {
  readonly status: 'connecting' | 'connected' | 'disconnected' | 'stopped'
  readonly error: string | undefined
  readonly started: Promise<void>
  getMetrics(node: string): ResourceFigures
  close(): Promise<void>
}

/** One source of the chain at work: it knows rules, or asks somebody. */
export interface AccessSource {
  readonly type: SourceType
  readonly link: ChainLink
  /** Of a source that asks. Never rejects: a back end that fails has nothing to say. Counts for the node. */
  ask?(request: AccessRequest, node: string): Promise<Finding>
  /** Of a source that has them. */
  readonly ruleCount?: () => number
  /** What it asks; none where it is disabled. */
  readonly resource?: SourceResource
}

export interface SourceServices extends ResourceServices {
  readonly test: PatternTest
  /** Rules of the built-in database. */
  builtIn(client: AccessClient): Iterable<PlacedRule>
  builtInCount(): number
  /** Writes into the broker's log why a back end could not answer, under EMQX's name of it. */
  failed(message: string, reason: string): void
}
