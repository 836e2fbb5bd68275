import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { Alarm as AlarmJson, alarms as contract } from '@brokerdeck/contract/monitoring/alarms.ts'
import { answeringNode } from '../../broker/answering-node.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { pageOf } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import type { Alarm } from './alarms.ts'

function toAlarm(alarm: Alarm, now: number): AlarmJson {
  const { name, node, message, details, activatedAt, deactivatedAt } = alarm
  return {
    name,
    node,
    message,
    details: { ...details },
    activate_at: formatTime(activatedAt),
    ...(deactivatedAt === undefined ? {} : { deactivate_at: formatTime(deactivatedAt) }),
    duration: (deactivatedAt ?? now) - activatedAt,
  }
}

export const alarms: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const list = query.activated ? world.alarms.active() : world.alarms.past()
    return { status: 200, body: pageOf(list, query, (alarm) => toAlarm(alarm, world.now())) }
  },

  clear(_received, { world }) {
    world.alarms.clearPast()
    return { status: 204, body: undefined }
  },

  deactivate({ body }, { world }) {
    if (body.name === '') throw refusal(400, 'INVALID_PARAMETER', 'name is required')
    if (!world.alarms.deactivate(body.name, answeringNode(world.cluster)?.name ?? '')) {
      throw refusal(400, 'NOT_FOUND', 'Alarm not found or already deactivated')
    }
    return { status: 204, body: undefined }
  },
}
