import { isIPv6 } from 'node:net'
import type { TraceType } from '@brokerdeck/contract/diagnose/trace.ts'
import { parseShared, topicMatches } from '@brokerdeck/contract/topic.ts'
import type { TraceEvent } from '../../mqtt/tracing.ts'

/** Which events a trace is about. Of packets only what is known of their sender counts, as in EMQX. */
export function traceMatcher(type: TraceType, condition: string): (event: TraceEvent) => boolean {
  switch (type) {
    case 'clientid':
      return ({ who }) => who.clientid === condition
    case 'ip_address':
      return comesFrom(condition)
    case 'topic':
      return ({ topic }) => topic !== undefined && topicMatches(condition, parseShared(topic).filter)
    case 'ruleid':
      return ({ meta: { rule_id } = {} }) => rule_id === condition
  }
}

function comesFrom(address: string): (event: TraceEvent) => boolean {
  // As sockets print it: `::1` for `0:0::1`. A dual-stack socket shows an IPv4 peer as ::ffff:a.b.c.d.
  const printed = isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address
  const mapped = `::ffff:${address}`
  return ({ who: { ipAddress, peerhost } }) => {
    const host = ipAddress ?? peerhost
    return host === printed || host === mapped
  }
}
