import { sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { Config } from '../../config/config.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import { authenticationRoot } from '../../config/roots/authentication-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { AuthnAnswer, Credentials, Pending } from '../../mqtt/client/access.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../storage/store.ts'
import { notAuthorized, type Step } from './authenticator.ts'
import { authenticatorFault } from './authenticator-fault.ts'
import { AuthnUsers } from './authn-users.ts'
import { ChainLink } from './chain-link.ts'
import { type AuthnServices, authenticatorId } from './open-authenticator.ts'

interface AuthnChainDeps {
  readonly cluster: Cluster
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
}

const anonymous = { kind: 'allow', isAnonymous: true } as const

/** Returns the word that EMQX's traces use for the result of an authenticator or of the whole chain. */
function resultWord(step: Step): string {
  if (step === 'ignore') return 'ignore'
  if (step.kind === 'allow') return 'ok'
  if (step.kind === 'continue') return 'continue'
  return step.code === 0x86 ? '{error,bad_username_or_password}' : '{error,not_authorized}'
}

/** Decides which clients may connect: asks the configured authenticators in their order until one decides. */
export class AuthnChain {
  readonly users: AuthnUsers
  readonly #cluster: Cluster
  readonly #services: AuthnServices
  readonly #stops: readonly (() => void)[]
  readonly #opened: Promise<void>
  #links: readonly ChainLink[] = []

  constructor({ cluster, config, store, clock }: AuthnChainDeps) {
    this.users = new AuthnUsers(store)
    this.#cluster = cluster
    this.#services = { clock, users: this.users }
    this.#opened = this.#follow(config.get(authenticationRoot))
    this.#stops = [
      config.guard(authenticationRoot, refuseFaults),
      cluster.on('node-stopped', ({ node }) => this.#links.forEach((link) => void link.forget(node))),
      config.onChange(authenticationRoot, (documents) => this.#follow(documents)),
      clock.every(sampleMilliseconds, () => this.#links.forEach((link) => void link.sample())),
    ]
    cluster.setAccess({ authenticate: (credentials) => this.authenticate(credentials) })
  }

  /** The authenticators in the order of the chain. */
  get links(): readonly ChainLink[] {
    return this.#links
  }

  /** Accepts every client while no authenticator is enabled; otherwise refuses a client that no authenticator knows. */
  authenticate(credentials: Credentials): Pending {
    const links = this.#links.filter(({ isEnabled }) => isEnabled)
    return links.length === 0 ? anonymous : this.#walk(links, credentials)
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#opened
    await Promise.all(this.#links.map((link) => link.close()))
  }

  async #walk(links: readonly ChainLink[], credentials: Credentials): Promise<AuthnAnswer> {
    for (const link of links) {
      const step = await this.#ask(link, credentials)
      if (step !== 'ignore') return this.#tellStep(link, credentials, step)
    }
    this.#tell(credentials, notAuthorized)
    return notAuthorized
  }

  /** Traces the result, and also the result of every further turn of an enhanced authentication. */
  #tellStep(link: ChainLink, credentials: Credentials, step: AuthnAnswer): AuthnAnswer {
    this.#tell(credentials, step)
    if (step.kind !== 'continue') return step
    return {
      ...step,
      answer: async (data) => {
        const next = await step.answer(data)
        this.#trace(link, credentials, { result: resultWord(next) })
        return this.#tellStep(link, credentials, next)
      },
    }
  }

  async #ask(link: ChainLink, credentials: Credentials): Promise<Step> {
    try {
      const step = await link.ask(credentials)
      this.#trace(link, credentials, { result: resultWord(step) })
      return step
    } catch (error) {
      link.countFailed(credentials.node)
      const reason = error instanceof Error ? error.message : String(error)
      this.#trace(link, credentials, { result: 'ignore', reason })
      return 'ignore'
    }
  }

  #trace(
    { id }: ChainLink,
    who: Credentials,
    said: { readonly result: string; readonly reason?: string },
  ): void {
    this.#cluster.trace.write?.({
      who,
      tag: 'AUTHN',
      msg: 'authenticator_result',
      meta: { authenticator: id, ...said },
    })
  }

  #tell(credentials: Credentials, answer: AuthnAnswer): void {
    this.#cluster.trace.write?.({
      who: credentials,
      tag: 'AUTHN',
      msg: 'authentication_result',
      meta: { result: resultWord(answer), reason: 'chain_result' },
    })
    if (answer.kind !== 'refuse') return
    this.#cluster.trace.write?.({
      who: credentials,
      tag: 'AUTHN',
      level: 'warning',
      msg: 'authentication_failure',
      meta: { reason: answer.code === 0x86 ? 'bad_username_or_password' : 'not_authorized' },
    })
  }

  /** Applies the configuration. The users of an authenticator are deleted together with it. */
  async #follow(documents: readonly PlainObject[]): Promise<void> {
    const before = this.#links
    const links = documents.map((document) => {
      const id = authenticatorId(document)
      return before.find((link) => link.id === id) ?? new ChainLink(document, this.#services)
    })
    this.#links = links
    const gone = before.filter((link) => !links.includes(link))
    await Promise.all([
      ...gone.map(async (link) => {
        await link.close()
        await this.users.clear(link.id)
      }),
      ...documents.map((document, at) => links[at]?.set(document)),
    ])
  }
}

/** Throws the error for the first problem of the chain. */
function refuseFaults(documents: readonly PlainObject[]): void {
  const ids = documents.map(authenticatorId)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw refusal(400, 'BAD_REQUEST', `{duplicated_authenticator_id,<<"${twice}">>}`)
  for (const document of documents) {
    const fault = authenticatorFault(document)
    if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
  }
}
