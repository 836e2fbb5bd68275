import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Finding } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { AccessSource, SourceResource, SourceServices } from './access-source.ts'

interface AskedSourceOptions<Backend extends SourceResource> {
  readonly type: SourceType
  readonly isEnabled: boolean
  /** Opens the back end; called only for a source that is enabled. */
  open(): Backend
  find(backend: Backend, request: AccessRequest, node: string): Promise<Finding>
  /** The message that EMQX logs when the back end fails. */
  readonly failure: string
  /** The decision of the source when the back end fails or the source is disabled. */
  readonly otherwise: 'nomatch' | 'ignore'
}

/** Creates a source that asks a back end and makes no decision while the back end fails. */
export function createAskedSource<Backend extends SourceResource>(
  { type, isEnabled, open, find, failure, otherwise }: AskedSourceOptions<Backend>,
  { failed }: SourceServices,
): AccessSource {
  const resource = isEnabled ? open() : undefined
  return {
    type,
    link: { kind: 'asked', source: type, isEnabled },
    ...(resource === undefined ? {} : { resource }),
    async ask(request, node) {
      if (resource === undefined) return { decision: otherwise }
      try {
        return await find(resource, request, node)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        failed(failure, reason)
        return { decision: otherwise, fault: reason }
      }
    },
  }
}
