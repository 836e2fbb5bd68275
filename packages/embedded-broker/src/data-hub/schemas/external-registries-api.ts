import {
  externalRegistries,
  externalRegistrySchema,
  newExternalRegistry,
} from '@brokerdeck/contract/data-hub/external-registries.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { apiResource } from '../../http/api-resource.ts'

const namedSchema = v.looseObject({ name: v.string() })

/** Registries are stored but never contacted: no rule of this broker uses them. */
export const externalRegistriesApi = apiResource({
  endpoints: externalRegistries,
  edition: 'enterprise',
  uses: ['schemas'],
  handlers: {
    list: (_received, { schemas }) => ({
      status: 200,
      body: v.parse(v.record(v.string(), externalRegistrySchema), schemas.externals()),
    }),
    async create({ body }, { schemas }) {
      const { name, ...settings } = v.parse(namedSchema, configOrRefuse(newExternalRegistry, body))
      const created = await schemas.addExternal(name, settings)
      return { status: 201, body: v.parse(externalRegistrySchema, created) }
    },
    get: ({ params }, { schemas }) => ({
      status: 200,
      body: v.parse(externalRegistrySchema, schemas.external(params.name)),
    }),
    update: async ({ params, body }, { schemas }) => ({
      status: 200,
      body: v.parse(externalRegistrySchema, await schemas.replaceExternal(params.name, body)),
    }),
    async remove({ params }, { schemas }) {
      await schemas.removeExternal(params.name)
      return { status: 204, body: undefined }
    },
  },
})
