import { parseDuration } from '@brokerdeck/contract/duration.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { type sso as contract, type SsoBackend, ssoSettingsSchema } from '@brokerdeck/contract/sso.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../config/config-or-refuse.ts'
import { isPlainObject } from '../config/plain-object.ts'
import { maskSecrets } from '../config/secrets.ts'
import { ssoSchema, ssoSchemas } from '../config/sso-schema.ts'
import type { ApiCall } from '../http/api-call.ts'
import { ApiRefusal, refusal } from '../http/api-refusal.ts'

interface Unreachable {
  /** How enabling is refused; the settings are kept all the same. A provider of OIDC is only looked for later. */
  readonly refusal: string | undefined
  readonly lastError: string
  /** Why nobody can sign in this way. */
  readonly reason: string
}

/** What EMQX says of providers that it cannot reach; this broker reaches none. */
const unreachable: Readonly<Record<SsoBackend, Unreachable>> = {
  ldap: {
    refusal: 'Reason: {start_pool_failed,<<"sso:ldap:1">>,"connect failed"}',
    lastError: 'Resource not valid, status: disconnected',
    reason: 'ldap_query_failed',
  },
  oidc: { refusal: undefined, lastError: 'provider_not_ready', reason: 'provider_not_ready' },
  saml: {
    refusal: 'Failed to load metadata',
    lastError: 'Failed to load metadata',
    reason: 'Failed to load metadata',
  },
}

const unknownBackend = () => refusal(404, 'BACKEND_NOT_FOUND', 'Backend not found')

/** Milliseconds, as answers tell durations whatever way they were written. */
const inMilliseconds = new Set(['query_timeout', 'request_timeout', 'hibernate_after'])

function withNumbers(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const duration =
        typeof inner === 'string' || typeof inner === 'number' ? parseDuration(inner) : undefined
      if (inMilliseconds.has(name)) return [name, duration ?? inner]
      if (name === 'session_expiry' && typeof inner === 'string') return [name, (duration ?? 0) / 1000]
      return [name, withNumbers(inner)]
    }),
  )
}

export const sso: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    const body = world.sso.list().map(({ backend, enable }) => ({
      backend,
      enable,
      running: false,
      last_error: enable ? unreachable[backend].lastError : '',
    }))
    return { status: 200, body }
  },

  running() {
    return { status: 200, body: [] }
  },

  get({ params: { backend } }, { world }) {
    const settings = world.sso.get(backend)
    if (settings === undefined) throw unknownBackend()
    return { status: 200, body: settings }
  },

  async put({ params: { backend }, body }, { world }) {
    configOrRefuse(ssoSchema, body)
    const schema = ssoSchemas[backend]
    const checked = configOrRefuse(schema, body)
    const settings = v.parse(ssoSettingsSchema, withNumbers(maskSecrets(schema, checked)))
    await world.sso.put(settings)
    const { refusal: failed } = unreachable[backend]
    if (settings.enable && failed !== undefined) throw refusal(400, 'BAD_REQUEST', failed)
    return { status: 200, body: settings }
  },

  async remove({ params: { backend } }, { world }) {
    if (!(await world.sso.remove(backend))) throw unknownBackend()
    return { status: 204, body: undefined }
  },

  login({ params: { backend } }, { world }) {
    if (world.sso.get(backend)?.enable !== true) throw unknownBackend()
    const { reason } = unreachable[backend]
    throw new ApiRefusal(401, { code: 'BAD_USERNAME_OR_PWD', message: 'Auth failed', reason })
  },
}
