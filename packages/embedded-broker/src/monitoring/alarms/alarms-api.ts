import { type Alarm as AlarmJson, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
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

export const alarmsApi = apiResource({
  endpoints: alarms,
  uses: ['alarms', 'cluster', 'now'],
  handlers: {
    list({ query }, { alarms, now }) {
      const list = query.activated ? alarms.active() : alarms.past()
      return { status: 200, body: toPage(list, query, (alarm) => toAlarm(alarm, now())) }
    },

    clear(_received, { alarms }) {
      alarms.clearPast()
      return { status: 204, body: undefined }
    },

    deactivate({ body }, { alarms, cluster }) {
      if (body.name === '') throw refusal(400, 'INVALID_PARAMETER', 'name is required')
      if (!alarms.deactivate(body.name, answeringNode(cluster)?.name ?? '')) {
        throw refusal(400, 'NOT_FOUND', 'Alarm not found or already deactivated')
      }
      return { status: 204, body: undefined }
    },
  },
})
