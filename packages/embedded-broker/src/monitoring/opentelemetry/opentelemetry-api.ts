import {
  opentelemetry,
  telemetrySettings,
  telemetrySettingsSchema,
} from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import * as v from 'valibot'
import { maskSecrets } from '../../config/secrets.ts'
import { apiResource } from '../../http/api-resource.ts'
import { Telemetry } from './telemetry.ts'

const toShown = ({ telemetry }: { readonly telemetry: Telemetry }) =>
  v.parse(telemetrySettingsSchema, maskSecrets(telemetrySettings, telemetry.settings))

export const opentelemetryApi = apiResource({
  endpoints: opentelemetry,
  edition: 'enterprise',
  uses: ['alarms', 'clock', 'cluster', 'config', 'store'],
  state({ config, ...pieces }) {
    const telemetry = new Telemetry(pieces)
    config.adopt('opentelemetry', {
      schema: telemetrySettings,
      read: () => telemetry.settings,
      write: (given) => telemetry.change(given),
    })
    return { telemetry }
  },
  handlers: {
    get: (_received, call) => ({ status: 200, body: toShown(call) }),

    async put({ body }, call) {
      await call.telemetry.change(body)
      return { status: 200, body: toShown(call) }
    },

    whitelist: ({ params }, { telemetry }) => ({ status: 200, body: [...telemetry.whitelist(params.type)] }),

    async setWhitelist({ params, body }, { telemetry }) {
      await telemetry.setWhitelist(params.type, body)
      return { status: 204, body: undefined }
    },

    async clearWhitelist({ params }, { telemetry }) {
      await telemetry.setWhitelist(params.type, [])
      return { status: 204, body: undefined }
    },
  },
})
