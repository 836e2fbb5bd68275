import { parseShared } from '../topic.ts'
import type { AccessRequest } from './access-request.ts'

const exclusive = '$exclusive/'
const delayed = '$delayed/'

/**
 * Returns the topic that the decision is about: the filter within a shared or exclusive subscription and, for every
 * action, the topic after the seconds of a delayed message. Undefined if no topic follows, which is allowed to no
 * client.
 */
export function findDecidedTopic(action: AccessRequest['action'], topic: string): string | undefined {
  if (action === 'publish') return stripDelayed(topic)
  return stripDelayed(parseShared(topic.startsWith(exclusive) ? topic.slice(exclusive.length) : topic).filter)
}

function stripDelayed(topic: string): string | undefined {
  if (!topic.startsWith(delayed)) return topic
  const rest = topic.slice(delayed.length)
  const slash = rest.indexOf('/')
  return slash < 0 ? undefined : stripDelayed(rest.slice(slash + 1))
}
