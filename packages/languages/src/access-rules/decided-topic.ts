import { parseShared } from '../topic.ts'
import type { AccessRequest } from './access-request.ts'

const exclusive = '$exclusive/'
const delayed = '$delayed/'

/**
 * The topic that is decided about: what a share or an exclusive subscription is on, and whatever is done, what stands
 * behind the seconds of a delayed message. Undefined where nothing does, which nobody may.
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
