import type { AccessRequest } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { Finding } from '@brokerdeck/contract/access/rules/explain-access.ts'
import type { Traced, TraceEvent } from '../../mqtt/tracing.ts'

const actionOf = ({ action, qos, retain }: AccessRequest): string =>
  action === 'publish' ? `PUBLISH(Q${qos},R${retain ? 1 : 0})` : `SUBSCRIBE(Q${qos})`

const messages = {
  allow: 'authorization_matched_allow',
  deny: 'authorization_matched_deny',
  ignore: 'authorization_module_ignore',
  nomatch: 'authorization_nomatch',
} as const

/** What one source has said, and by which of its rules. */
export function tracedFinding(
  who: Traced,
  request: AccessRequest,
  source: string,
  { decision, placed, fault }: Finding,
): TraceEvent {
  const where = placed?.table === undefined ? '' : `${placed.table} `
  return {
    who,
    tag: 'AUTHZ',
    msg: messages[decision],
    topic: request.topic,
    meta: {
      action: actionOf(request),
      authorize_type: source,
      module: `emqx_authz_${source === 'built_in_database' ? 'mnesia' : source}`,
      ...(placed === undefined ? {} : { rule: `${where}${placed.number}` }),
      ...(fault === undefined ? {} : { reason: fault }),
      username: who.username ?? 'undefined',
    },
  }
}

export function tracedDenial(who: Traced, request: AccessRequest, source: string): TraceEvent {
  return {
    who,
    tag: 'AUTHZ',
    level: 'warning',
    msg: 'authorization_permission_denied',
    topic: request.topic,
    meta: { action: actionOf(request), source },
  }
}
