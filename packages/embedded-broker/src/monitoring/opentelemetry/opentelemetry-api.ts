import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import {
  type opentelemetry as contract,
  telemetrySettingsSchema,
} from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import * as v from 'valibot'
import type { World } from '../../broker/world.ts'
import { maskSecrets } from '../../config/secrets.ts'
import { telemetrySchema } from '../../config/telemetry-schema.ts'
import type { ApiCall } from '../../http/api-call.ts'

const shown = ({ telemetry }: World) =>
  v.parse(telemetrySettingsSchema, maskSecrets(telemetrySchema, telemetry.settings))

export const opentelemetry: Handlers<typeof contract, ApiCall> = {
  get: (_received, { world }) => ({ status: 200, body: shown(world) }),

  async put({ body }, { world }) {
    await world.telemetry.change(body)
    return { status: 200, body: shown(world) }
  },

  whitelist: ({ params }, { world }) => ({ status: 200, body: [...world.telemetry.whitelist(params.type)] }),

  async setWhitelist({ params, body }, { world }) {
    await world.telemetry.setWhitelist(params.type, body)
    return { status: 204, body: undefined }
  },

  async clearWhitelist({ params }, { world }) {
    await world.telemetry.setWhitelist(params.type, [])
    return { status: 204, body: undefined }
  },
}
