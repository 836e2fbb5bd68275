import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { textSchema } from '../scalars.ts'

/** `role` exists only in Enterprise. The edition in this response is `ce` or `ee`, unlike the `edition` of a node. */
export const loginAnswerSchema = v.object({
  token: v.string(),
  version: v.string(),
  license: v.object({ edition: v.string() }),
  role: v.optional(v.string()),
})
export type LoginAnswer = v.InferOutput<typeof loginAnswerSchema>

export const login = {
  /** The token is valid on every node, and stays valid while it is used at least every 60 minutes. */
  login: endpoint({
    method: 'POST',
    path: '/login',
    refreshes: [],
    body: v.object({ username: textSchema, password: textSchema }),
    response: { 200: loginAnswerSchema },
    errors: ['BAD_USERNAME_OR_PWD'],
    access: 'public',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    refreshes: [],
    /** Enterprise only: the back end of the user whose token is ended, if it is not a local user of the broker. */
    query: v.object({ backend: v.optional(textSchema) }),
    body: v.object({ username: textSchema }),
    response: { 204: null },
    errors: ['WRONG_TOKEN_OR_USERNAME', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
} as const
