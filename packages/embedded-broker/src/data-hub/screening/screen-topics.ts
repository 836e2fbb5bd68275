import type { FailureAction } from '@brokerdeck/contract/data-hub/screening.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import type { Cluster, Message } from '../../mqtt/node/cluster.ts'

interface Screening {
  readonly name: string
  readonly enable: boolean
  readonly topics: readonly string[]
  readonly failure_action: FailureAction
  readonly log_failure: { readonly level: 'error' | 'warning' | 'notice' | 'info' | 'debug' | 'none' }
}

/** Returns the screens that apply to a topic, in their order. */
export const listConcerned = <S extends Screening>(screens: readonly S[], topic: string): readonly S[] =>
  screens.filter(({ topics }) => topics.some((filter) => topicMatches(filter, topic)))

interface Telling {
  readonly cluster: Cluster
  readonly log: BrokerLog
  readonly tag: 'SCHEMA_VALIDATION' | 'MESSAGE_TRANSFORMATION'
}

const traceLevels = {
  error: 'error',
  warning: 'warning',
  notice: 'info',
  info: 'info',
  debug: 'debug',
} as const

/**
 * Writes a failure to the log and to running traces, unless its level is `none`; repeated failures are throttled to a
 * count.
 */
export function tellFailure(
  { cluster, log, tag }: Telling,
  { name, failure_action: action, log_failure: { level } }: Screening,
  { msg, message, node }: { readonly msg: string; readonly message: Message; readonly node: string },
): void {
  if (level === 'none') return
  const { topic, fromClientid: clientid, payload } = message
  log.write({ level, message: msg, details: { tag, name, action, topic, clientid }, isThrottled: true })
  cluster.trace.write?.({
    who: cluster.session(clientid) ?? { node, clientid },
    tag,
    msg,
    level: traceLevels[level],
    topic,
    payload,
    meta: { name, action },
  })
}
