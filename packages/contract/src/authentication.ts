import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** One link of the chain that a client's credentials go through; what else it has depends on its backend. */
export const authenticatorSchema = v.object({
  id: v.string(),
  mechanism: v.string(),
  /** Missing for `jwt`. */
  backend: v.optional(v.string()),
  enable: v.boolean(),
})
export type Authenticator = v.InferOutput<typeof authenticatorSchema>

export const authentication = {
  /** In the order of the chain. Nobody is asked for credentials while it is empty or all of it disabled. */
  list: endpoint({
    method: 'GET',
    path: '/authentication',
    response: { 200: v.array(authenticatorSchema) },
    errors: [],
    access: 'token',
  }),
} as const
