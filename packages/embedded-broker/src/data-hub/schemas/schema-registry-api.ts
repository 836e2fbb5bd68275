import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { apiResource } from '../../http/api-resource.ts'

export const schemaRegistryApi = apiResource({
  endpoints: schemaRegistry,
  edition: 'enterprise',
  uses: ['schemas'],
  handlers: {
    list: (_received, { schemas }) => ({ status: 200, body: [...schemas.list()] }),
    create: async ({ body }, { schemas }) => ({ status: 201, body: await schemas.add(body) }),
    get: ({ params }, { schemas }) => ({ status: 200, body: schemas.get(params.name) }),
    update: async ({ params, body }, { schemas }) => ({
      status: 200,
      body: await schemas.replace(params.name, body),
    }),
    async remove({ params }, { schemas }) {
      await schemas.remove(params.name)
      return { status: 204, body: undefined }
    },
  },
})
