import { slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { checkConfig } from '../../config/check-config.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { slowSubsRoot } from '../../config/roots/slow-subs-root.ts'
import { acts } from '../../http/acts.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatFault } from '../../http/format-erlang.ts'
import { SlowSubscriptions } from './slow-subscriptions.ts'

export const slowSubscriptionsApi = acts({
  endpoints: slowSubscriptions,
  uses: ['cluster', 'config', 'now'],
  state: (pieces) => ({ slowSubscriptions: new SlowSubscriptions(pieces) }),
  handlers: {
    list(_received, { slowSubscriptions }) {
      const data = slowSubscriptions.list().map(({ at, ...row }) => ({ ...row, last_update_time: at }))
      return { status: 200, body: { data } }
    },

    clear(_received, { slowSubscriptions }) {
      slowSubscriptions.clear()
      return { status: 204, body: undefined }
    },

    getSettings: (_received, { config }) => ({ status: 200, body: config.get(slowSubsRoot) }),

    async putSettings({ body }, { config }) {
      const merged = mergeConfig(config.document(slowSubsRoot.name), body)
      const checked = checkConfig(slowSubsRoot.schema, merged, [slowSubsRoot.name])
      if ('faults' in checked) {
        const terms = checked.faults.map(formatFault).join(',')
        const told = checked.faults.length === 1 ? terms : `[${terms}]`
        throw refusal(400, 'BAD_REQUEST', `Update slow subs config failed ${told}`)
      }
      return { status: 200, body: await config.write(slowSubsRoot, checked.value) }
    },
  },
})
