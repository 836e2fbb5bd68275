import type { SsoBackend } from '@brokerdeck/contract/console-server.ts'
import {
  sso,
  ssoBackendSettings,
  ssoRequestSettings,
  ssoSettingsSchema,
} from '@brokerdeck/contract/system/sso.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
import { editionNames } from '../../runtime/edition.ts'
import { userId } from '../users/users.ts'
import { type SignIn, SingleSignOn } from './single-sign-on.ts'

type SsoApiDeps = Pieces<'cluster' | 'edition' | 'loginThrottle' | 'tokens' | 'users'> & {
  readonly sso: SingleSignOn
}

/** EMQX's messages for a refusal to enable a backend; the settings are stored nevertheless. */
const unreachable: Readonly<Partial<Record<SsoBackend, string>>> = {
  ldap: 'Reason: {start_pool_failed,<<"sso:ldap:1">>,"connect failed"}',
  saml: 'Failed to load metadata',
}

const unknownBackend = () => refusal(404, 'BACKEND_NOT_FOUND', 'Backend not found')
const authFailed = (reason: string) =>
  new ApiRefusal(401, {
    code: 'BAD_USERNAME_OR_PWD',
    message: 'Auth failed',
    reason: reason === 'invalidCredentials' ? { result: reason } : reason,
  })

function redirect(location: string): ApiRefusal {
  return new ApiRefusal(302, 'Redirecting...', { location, 'cache-control': 'no-cache' })
}

/** Signs an external user in; a user who signs in for the first time becomes a viewer. */
async function admit({ users, tokens, edition }: SsoApiDeps, backend: SsoBackend, username: string) {
  await users.welcome(username, backend)
  const id = userId(username, backend)
  return {
    username,
    role: users.getRole(id),
    token: tokens.issue(id),
    version,
    backend,
    license: { edition: editionNames[edition].login },
  }
}

/** Uses the same throttle as a local login; a directory that does not respond does not count as a wrong password. */
async function byDirectory(
  { cluster, loginThrottle, sso }: SsoApiDeps,
  ip: string,
  username: string,
  password: string,
): Promise<SignIn> {
  const node = answeringNode(cluster)?.name ?? ''
  const outcome: { signIn: SignIn } = { signIn: { reason: 'user_not_found' } }
  await loginThrottle.attempt(userId(username, 'ldap'), ip, async () => {
    const { signIn } = Object.assign(outcome, {
      signIn: await sso.byDirectory(username, password, node),
    })
    return 'username' in signIn || signIn.reason.endsWith('_query_failed')
  })
  return outcome.signIn
}

export const ssoApi = apiResource({
  endpoints: sso,
  edition: 'enterprise',
  uses: ['clock', 'cluster', 'edition', 'loginThrottle', 'store', 'tokens', 'users'],
  state: ({ clock, store }) => ({ sso: new SingleSignOn(store, clock) }),
  handlers: {
    list(_received, { sso }) {
      return { status: 200, body: sso.list().map(({ backend }) => sso.status(backend)) }
    },

    running(_received, { sso }) {
      const running = sso.list().filter(({ backend }) => sso.status(backend).running)
      return { status: 200, body: running.map(({ backend }) => backend) }
    },

    get({ params: { backend } }, { sso }) {
      const settings = sso.get(backend)
      if (settings === undefined) throw unknownBackend()
      return { status: 200, body: settings }
    },

    async put({ params: { backend }, body }, { sso }) {
      configOrRefuse(ssoRequestSettings, body)
      await sso.put(v.parse(ssoSettingsSchema, configOrRefuse(ssoBackendSettings[backend], body)))
      const { enable, running } = sso.status(backend)
      const failed = unreachable[backend]
      if (enable && !running && failed !== undefined) throw refusal(400, 'BAD_REQUEST', failed)
      const settings = sso.get(backend)
      if (settings === undefined) throw unknownBackend()
      return { status: 200, body: settings }
    },

    async remove({ params: { backend } }, { sso }) {
      if (!(await sso.remove(backend))) throw unknownBackend()
      return { status: 204, body: undefined }
    },

    async login({ params: { backend }, body: { username = '', password = '' } }, call) {
      if (!call.sso.status(backend).enable) throw unknownBackend()
      if (backend === 'saml') throw authFailed('Failed to load metadata')
      if (backend === 'oidc') {
        const onward = await call.sso.toProvider()
        throw 'address' in onward ? redirect(onward.address) : authFailed(onward.reason)
      }
      const signIn = await byDirectory(call, call.ip, username, password)
      if ('reason' in signIn) throw authFailed(signIn.reason)
      return { status: 200, body: await admit(call, backend, signIn.username) }
    },

    async callback({ query: { state, code } }, call) {
      if (!call.sso.status('oidc').enable) throw unknownBackend()
      if (state === undefined || code === undefined) throw refusal(400, 'BAD_REQUEST', 'Invalid query string')
      const signIn = await call.sso.fromProvider(state, code)
      if ('reason' in signIn) throw refusal(401, 'BAD_USERNAME_OR_PWD', signIn.reason)
      const meta = Buffer.from(JSON.stringify(await admit(call, 'oidc', signIn.username))).toString('base64')
      throw redirect(`${call.sso.consoleAddress()}/?login_meta=${meta}`)
    },
  },
})
