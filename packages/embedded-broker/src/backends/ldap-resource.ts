import { connect as connectSocket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { Client, Entry } from 'ldapts'
import * as v from 'valibot'
import { openLdapGuard } from './guards/ldap-guard.ts'
import { NeighbourSockets } from './guards/neighbour-sockets.ts'
import { type Connection, Resource } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { parseServer } from './server-list.ts'
import { tlsOptions, tlsShape } from './tls-options.ts'

const shape = v.object({
  server: v.string(),
  username: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  query_timeout: v.optional(v.union([v.string(), v.number()]), '5s'),
  request_timeout: v.optional(v.union([v.string(), v.number()]), '10s'),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

export type LdapQuery =
  | {
      readonly search: {
        readonly base: string
        readonly filter: string
        readonly attributes: readonly string[]
      }
    }
  | { readonly bind: { readonly dn: string; readonly password: string } }

export interface LdapEntry {
  readonly dn: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

export interface LdapAnswer {
  readonly entries: readonly LdapEntry[]
  /** True if the password is the password of the entry. */
  readonly isBound: boolean
}

const toText = (value: string | Buffer): string =>
  typeof value === 'string' ? value : value.toString('utf8')

function toEntry({ dn, ...rest }: Entry): LdapEntry {
  const attributes = Object.entries(rest).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.map(toText) : [toText(value)],
  ])
  return { dn, attributes: Object.fromEntries(attributes) }
}

/** LDAP numbers the requests of a connection, so searches share one connection; each bind of a client opens its own. */
async function connect(document: Document): Promise<Connection<LdapQuery, LdapAnswer>> {
  const ldap = await import('ldapts')
  const { host, port } = parseServer(document.server, 389)
  const tls = tlsOptions(document.ssl)
  const timeout = parseDuration(document.request_timeout) ?? 10_000
  const url = `${tls === undefined ? 'ldap' : 'ldaps'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  const sockets = new NeighbourSockets({ openGuard: openLdapGuard, isAskedFirst: true })
  const open = () =>
    new ldap.Client({
      url,
      timeout,
      connectTimeout: timeout,
      createConnection: () => sockets.watch(connectSocket({ host, port })),
      createSecureConnection: () => sockets.watch(connectTls({ host, port, ...tls })),
      ...(tls === undefined ? {} : { tlsOptions: tls }),
    })
  let bound: Client | undefined
  let binding: Promise<Client> | undefined

  async function bindOnce(): Promise<Client> {
    if (bound?.isConnected === true) return bound
    const client = open()
    await client.bind(document.username, document.password)
    bound = client
    return client
  }

  function searcher(): Promise<Client> {
    binding ??= bindOnce().finally(() => {
      binding = undefined
    })
    return binding
  }

  return {
    async ask(query) {
      if ('bind' in query) {
        // A bind without a password succeeds as anonymous (RFC 4513 §5.1.2).
        if (query.bind.password === '') return { entries: [], isBound: false }
        const client = open()
        try {
          await client.bind(query.bind.dn, query.bind.password)
          return { entries: [], isBound: true }
        } catch (error) {
          if (error instanceof ldap.InvalidCredentialsError) return { entries: [], isBound: false }
          throw error
        } finally {
          await client.unbind()
        }
      }
      const { base, filter, attributes } = query.search
      const client = await searcher()
      try {
        const { searchEntries } = await client.search(base, {
          scope: 'sub',
          filter,
          attributes: [...attributes],
        })
        return { entries: searchEntries.map(toEntry), isBound: false }
      } catch (error) {
        if (error instanceof ldap.NoSuchObjectError) return { entries: [], isBound: false }
        throw error
      }
    },
    async check() {
      const client = await searcher()
      await client.search('', { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] })
    },
    close: () => sockets.closeWith(async () => bound?.unbind()),
  }
}

export function openLdap(document: unknown, { clock }: ResourceServices): Resource<LdapQuery, LdapAnswer> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.query_timeout) ?? 5000
  return new Resource({ connect: () => connect(settings), timeout, clock })
}
