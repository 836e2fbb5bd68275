import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { type sso as contract, type SsoBackend, ssoSettingsSchema } from '@brokerdeck/contract/system/sso.ts'
import * as v from 'valibot'
import { answeringNode } from '../../broker/answering-node.ts'
import { editionNames } from '../../broker/edition.ts'
import { version } from '../../broker/node-info.ts'
import type { World } from '../../broker/world.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { ssoSchema, ssoSchemas } from '../../config/sso-schema.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { userId } from '../users/users.ts'
import type { SignIn } from './single-sign-on.ts'

/** How enabling is refused, as EMQX words it; the settings are kept all the same. */
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

/** Whoever comes from elsewhere for the first time becomes a viewer. */
async function admit(world: World, backend: SsoBackend, username: string) {
  await world.users.welcome(username, backend)
  const id = userId(username, backend)
  return {
    ...{ username, role: world.users.roleOf(id), token: world.tokens.issue(id), version, backend },
    license: { edition: editionNames[world.edition].login },
  }
}

/** The same brake as at a login here; a directory that does not answer is nobody's wrong password. */
async function byDirectory(world: World, ip: string, username: string, password: string): Promise<SignIn> {
  const node = answeringNode(world.cluster)?.name ?? ''
  const outcome: { signIn: SignIn } = { signIn: { reason: 'user_not_found' } }
  await world.loginThrottle.attempt(userId(username, 'ldap'), ip, async () => {
    const { signIn } = Object.assign(outcome, {
      signIn: await world.sso.byDirectory(username, password, node),
    })
    return 'username' in signIn || signIn.reason.endsWith('_query_failed')
  })
  return outcome.signIn
}

export const sso: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    return { status: 200, body: world.sso.list().map(({ backend }) => world.sso.status(backend)) }
  },

  running(_received, { world }) {
    const running = world.sso.list().filter(({ backend }) => world.sso.status(backend).running)
    return { status: 200, body: running.map(({ backend }) => backend) }
  },

  get({ params: { backend } }, { world }) {
    const settings = world.sso.get(backend)
    if (settings === undefined) throw unknownBackend()
    return { status: 200, body: settings }
  },

  async put({ params: { backend }, body }, { world }) {
    configOrRefuse(ssoSchema, body)
    await world.sso.put(v.parse(ssoSettingsSchema, configOrRefuse(ssoSchemas[backend], body)))
    const { enable, running } = world.sso.status(backend)
    const failed = unreachable[backend]
    if (enable && !running && failed !== undefined) throw refusal(400, 'BAD_REQUEST', failed)
    const settings = world.sso.get(backend)
    if (settings === undefined) throw unknownBackend()
    return { status: 200, body: settings }
  },

  async remove({ params: { backend } }, { world }) {
    if (!(await world.sso.remove(backend))) throw unknownBackend()
    return { status: 204, body: undefined }
  },

  async login({ params: { backend }, body: { username = '', password = '' } }, { world, ip }) {
    if (!world.sso.status(backend).enable) throw unknownBackend()
    if (backend === 'saml') throw authFailed('Failed to load metadata')
    if (backend === 'oidc') {
      const onward = await world.sso.toProvider()
      throw 'address' in onward ? redirect(onward.address) : authFailed(onward.reason)
    }
    const signIn = await byDirectory(world, ip, username, password)
    if ('reason' in signIn) throw authFailed(signIn.reason)
    return { status: 200, body: await admit(world, backend, signIn.username) }
  },

  async callback({ query: { state, code } }, { world }) {
    if (!world.sso.status('oidc').enable) throw unknownBackend()
    if (state === undefined || code === undefined) throw refusal(400, 'BAD_REQUEST', 'Invalid query string')
    const signIn = await world.sso.fromProvider(state, code)
    if ('reason' in signIn) throw refusal(401, 'BAD_USERNAME_OR_PWD', signIn.reason)
    const meta = Buffer.from(JSON.stringify(await admit(world, 'oidc', signIn.username))).toString('base64')
    throw redirect(`${world.sso.consoleAddress()}/?login_meta=${meta}`)
  },
}
