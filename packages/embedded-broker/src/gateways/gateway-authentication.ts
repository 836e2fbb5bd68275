import * as v from 'valibot'
import { authenticatorFault } from '../access/authentication/authenticator-fault.ts'
import type { AuthnUsers } from '../access/authentication/authn-users.ts'
import { ChainLink } from '../access/authentication/chain-link.ts'
import { authenticatorId } from '../access/authentication/open-authenticator.ts'
import { createUnsupportedError, UserDatabase } from '../access/authentication/user-database.ts'
import { checkConfig } from '../config/check-config.ts'
import type { Config } from '../config/config.ts'
import { toRefusal } from '../config/config-or-refuse.ts'
import type { Fault } from '../config/fault.ts'
import { isPlainObject, type PlainObject } from '../config/plain-object.ts'
import { authenticationRoot } from '../config/roots/authentication-root.ts'
import { keepSecrets, maskSecrets } from '../config/secrets.ts'
import { refusal } from '../http/api-refusal.ts'
import { noRights, type Rights } from '../mqtt/client/rights.ts'
import type { Clock } from '../runtime/clock.ts'
import type { GatewayCredentials } from './gateway-node.ts'

interface GatewayAuthenticationDeps {
  readonly clock: Clock
  readonly config: Config
  readonly users: AuthnUsers
  readonly onFailure: (chain: string, reason: string) => void
}

/** The mechanisms that need MQTT 5. */
const enhanced: ReadonlySet<unknown> = new Set(['scram', 'gssapi'])

const givenSchema = v.looseObject({ mechanism: v.optional(v.string()), backend: v.optional(v.string()) })

/**
 * Renames parts of a validation error: EMQX checks the authenticators of gateways as its configuration, where the
 * same schema has another name and other reasons.
 */
function inWordsOfConfig(fault: Fault): Fault {
  const { matched_type: matched, reason } = fault
  return {
    ...fault,
    ...(typeof matched === 'string' ? { matched_type: matched.replace('builtin_db_api', 'builtin_db') } : {}),
    ...(reason === 'unable_to_convert_to_enum_symbol' ? { reason: 'not_a_enum_symbol' } : {}),
  }
}

interface Chain {
  readonly link: ChainLink
  readonly document: PlainObject
}

/**
 * Authenticates the clients of gateways. A chain, which belongs to a gateway or to a listener of a gateway, has at
 * most one authenticator.
 */
export class GatewayAuthentication {
  readonly #parts: GatewayAuthenticationDeps
  readonly #chains = new Map<string, Chain>()

  constructor(parts: GatewayAuthenticationDeps) {
    this.#parts = parts
  }

  /** Returns the authenticator with defaults filled in; throws the validation errors. */
  check(given: unknown): PlainObject {
    const named = v.safeParse(givenSchema, given)
    const { mechanism, backend } = named.success ? named.output : {}
    if (enhanced.has(mechanism)) {
      const fault = { reason: 'unsupported_mechanism', path: 'root', mechanism, kind: 'validation_error' }
      throw refusal(400, 'BAD_REQUEST', JSON.stringify({ ...fault, backend }))
    }
    const checked = checkConfig(this.#schema, given, ['root'])
    if ('faults' in checked) throw toRefusal(checked.faults.map(inWordsOfConfig))
    const document = checked.value
    const fault = isPlainObject(document) ? authenticatorFault(document) : undefined
    if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
    return isPlainObject(document) ? document : {}
  }

  toKept(given: unknown, before: unknown): unknown {
    return keepSecrets(this.#schema, given, before)
  }

  /** Returns the document with secrets masked. */
  toShown(document: unknown): PlainObject {
    const shown = maskSecrets(this.#schema, document)
    return isPlainObject(shown) ? shown : {}
  }

  /** Sets the authenticator of a chain. Users are removed with the authenticator that they belong to. */
  async set(chain: string, given: unknown): Promise<void> {
    const before = this.#chains.get(chain)
    if (given === undefined) {
      this.#chains.delete(chain)
      await this.#end(chain, before)
      return
    }
    const document = this.check(given)
    const isSame = before?.link.id === authenticatorId(document)
    const link = isSame ? before.link : this.#createLink(chain, document)
    this.#chains.set(chain, { link, document })
    if (!isSame) await this.#end(chain, before)
    await link.set(document)
  }

  /**
   * Returns the rights of a client; undefined if it is refused. As in EMQX, a listener's own authenticator replaces
   * that of the gateway, and a disabled authenticator admits every client.
   */
  async authenticate(gateway: string, who: GatewayCredentials): Promise<Rights | undefined> {
    const chain = this.#chains.has(who.listener) ? who.listener : `${gateway}:global`
    const { link } = this.#chains.get(chain) ?? {}
    if (link?.isEnabled !== true) return noRights
    try {
      const step = await link.ask(toCredentials(who))
      if (step === 'ignore' || step.kind !== 'allow') return undefined
      const { isSuperuser = false, expiresAt, rules, rulesExpireAt } = step
      return { isSuperuser, expiresAt, rules, rulesExpireAt }
    } catch (error) {
      link.countFailed(who.node)
      this.#parts.onFailure(chain, error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  /** Returns the users of a chain; throws if it has no authenticator, or one that stores no users. */
  database(chain: string): UserDatabase {
    const found = this.#chains.get(chain)
    if (found === undefined) throw this.#noChain(chain)
    const { document, link } = found
    if (document['backend'] !== 'built_in_database') throw createUnsupportedError()
    return new UserDatabase({
      users: this.#parts.users,
      authenticator: `${chain} ${link.id}`,
      document,
      refuseIfGone: () => {
        if (this.#chains.get(chain)?.link !== link) throw this.#noChain(chain)
      },
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#chains.values()].map(({ link }) => link.close()))
  }

  get #schema() {
    const schema = this.#parts.config.schema(authenticationRoot.name)
    if (schema.kind !== 'list') throw new Error('authentication is a list')
    return schema.item
  }

  #createLink(chain: string, document: PlainObject): ChainLink {
    const { clock, users } = this.#parts
    const own = { get: (id: string, userId: string) => users.get(`${chain} ${id}`, userId) }
    return new ChainLink(document, { clock, users: own })
  }

  async #end(chain: string, before: Chain | undefined): Promise<void> {
    if (before === undefined) return
    await before.link.close()
    await this.#parts.users.clear(`${chain} ${before.link.id}`)
  }

  #noChain = (chain: string) => refusal(404, 'NOT_FOUND', `Authentication not found on ${chain}`)
}

function toCredentials({
  clientid,
  username,
  password,
  ipAddress,
  port,
  listener,
  node,
}: GatewayCredentials) {
  return {
    clientid,
    username,
    peerhost: ipAddress,
    peerport: port,
    listener,
    node,
    password: password === undefined ? undefined : Buffer.from(password),
    protocolVersion: 4 as const,
    attributes: {},
    method: undefined,
    data: undefined,
  }
}
