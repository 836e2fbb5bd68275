import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const schemaNames = ['hotconf', 'actions', 'connectors', 'bridges'] as const

/** Descriptions of forms in the style of OpenAPI, with the broker's own types. */
export const formSchemasSchema = v.looseObject({
  components: v.looseObject({ schemas: v.record(v.string(), v.unknown()) }),
})

export const schemas = {
  get: endpoint({
    method: 'GET',
    path: '/schemas/:name',
    params: v.object({ name: v.picklist(schemaNames) }),
    response: { 200: formSchemasSchema },
    errors: [],
    access: 'public',
  }),
} as const
