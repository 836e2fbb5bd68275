import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { document, text } from '../scalars.ts'
import { loginAnswerSchema } from './login.ts'
import { ssoBackends } from './sso-backends.ts'

const backend = v.picklist(ssoBackends)
const params = v.object({ backend })

/** `last_error` is '' while all is well; only a running one can be used to sign in. */
export const ssoStatusSchema = v.object({
  backend,
  enable: v.boolean(),
  running: v.boolean(),
  last_error: v.string(),
})
export type SsoStatus = v.InferOutput<typeof ssoStatusSchema>

/**
 * Secrets come back as six asterisks, which keep the stored one when they are sent. Durations are written as text and
 * come back as integers: milliseconds, but seconds for `session_expiry`.
 */
export const ssoSettingsSchema = v.looseObject({ backend, enable: v.boolean() })
export type SsoSettings = v.InferOutput<typeof ssoSettingsSchema>

export const sso = {
  list: endpoint({
    method: 'GET',
    path: '/sso',
    response: { 200: v.array(ssoStatusSchema) },
    errors: [],
    access: 'token',
  }),
  running: endpoint({
    method: 'GET',
    path: '/sso/running',
    response: { 200: v.array(v.string()) },
    errors: [],
    access: 'public',
  }),
  get: endpoint({
    method: 'GET',
    path: '/sso/:backend',
    params,
    response: { 200: ssoSettingsSchema },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  /** Settings that fail to connect are refused with 400, and stored all the same. */
  put: endpoint({
    method: 'PUT',
    path: '/sso/:backend',
    refreshes: ['/sso', '/sso/:backend'],
    params,
    body: document(v.looseObject({ backend, enable: v.optional(v.boolean()) })),
    response: { 200: ssoSettingsSchema },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sso/:backend',
    refreshes: ['/sso'],
    params,
    response: { 204: null },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  /** LDAP answers like a login; the others send the browser on to their provider, so a page asks by a form. */
  login: endpoint({
    method: 'POST',
    path: '/sso/login/:backend',
    refreshes: [],
    params,
    body: v.object({ backend, username: v.optional(text), password: v.optional(text) }),
    sends: 'json-or-form',
    response: { 200: v.object({ ...loginAnswerSchema.entries, username: v.string() }) },
    errors: ['BACKEND_NOT_FOUND', 'BAD_USERNAME_OR_PWD'],
    access: 'public',
  }),
  /** Where a provider sends the browser back to; it goes on to the console, with `login_meta` in its address. */
  callback: endpoint({
    method: 'GET',
    path: '/sso/oidc/callback',
    query: v.object({ state: v.optional(text), code: v.optional(text) }),
    response: {},
    errors: ['BACKEND_NOT_FOUND', 'BAD_USERNAME_OR_PWD', 'BAD_REQUEST'],
    access: 'public',
  }),
} as const
