import {
  accessSourceSchema,
  type AccessSource as SourceDocument,
  type SourceType,
} from '@brokerdeck/contract/access/authorization.ts'
import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { isRequestPlaceholder, requestValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import type { PatternTest } from '@brokerdeck/languages/access-rules/match-rule.ts'
import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { parseSql } from '@brokerdeck/languages/access-rules/sql-template.ts'
import * as v from 'valibot'
import { openMysql } from '../../backends/mysql-resource.ts'
import { openPostgresql } from '../../backends/postgresql-resource.ts'
import type { Config } from '../../config/config.ts'
import { authorizationRoot } from '../../config/roots/authorization-root.ts'
import { parsePattern, type SafePattern } from '../../expressions/safe-pattern.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import type { Cluster, Session } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../storage/store.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { createAskedSource } from './asked-source.ts'
import { Authorizer, type AuthorizerSettings } from './authorizer.ts'
import { BuiltInRules } from './built-in-rules.ts'
import { httpSource } from './http-source.ts'
import { ldapSource } from './ldap-source.ts'
import { mongodbSource } from './mongodb-source.ts'
import { redisSource } from './redis-source.ts'
import { refuseSources } from './refuse-sources.ts'
import { rulesFinding } from './rules-finding.ts'
import { SourceFigures } from './source-figures.ts'

const shape = v.object({ type: v.picklist(['mysql', 'postgresql']), enable: v.boolean(), query: v.string() })

const fileShape = v.object({ rules: v.string() })

const mostPatterns = 1000

/** The limit is low because the remembered subjects are long names. */
const mostSlow = 100

interface AuthorizationDeps {
  readonly cluster: Cluster
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly log: BrokerLog
}

interface Opened {
  /** The document of the source as text: a source whose document stays the same keeps running. */
  readonly document: string
  readonly source: AccessSource
}

/** Runs the chain of sources that the configuration describes, and decides what clients may do. */
export class Authorization {
  readonly rules: BuiltInRules
  readonly figures: SourceFigures
  readonly #config: Config
  readonly #services: SourceServices
  readonly #authorizer: Authorizer
  readonly #stops: readonly (() => void)[]
  #opened: readonly Opened[] = []
  #sources: readonly AccessSource[] = []
  #settings: AuthorizerSettings
  /** The last change of the list. Changes run one after the other, each based on the result of the previous change. */
  #last: Promise<unknown> = Promise.resolve()

  constructor({ cluster, config, store, clock, log }: AuthorizationDeps) {
    const now = () => clock.now()
    this.#config = config
    this.rules = new BuiltInRules(store)
    this.figures = new SourceFigures(clock)
    const test = patternTest()
    this.#services = {
      clock,
      test,
      builtIn: (client) => this.rules.of(client),
      builtInCount: () => this.rules.count,
      failed: (message, reason) =>
        log.write({ level: 'error', message, details: { reason }, isThrottled: true }),
    }
    this.#authorizer = new Authorizer({
      figures: this.figures,
      test,
      trace: cluster.trace,
      hooks: cluster.hooks,
      now,
      settings: () => this.#settings,
      sources: () => this.#sources,
    })
    const document = config.get(authorizationRoot)
    this.#settings = toSettings(document)
    this.#open(document.sources)
    cluster.setAccess({
      authorize: (subject, action, topic) => this.#authorizer.authorize(subject, action, topic),
    })
    const forget = ({ session }: { session: Session }) => this.#authorizer.forget(session)
    this.#stops = [
      this.figures.stop,
      cluster.on('connected', forget),
      cluster.on('disconnected', forget),
      cluster.on('node-stopped', ({ node }) => this.figures.forgetNode(node)),
      config.guard(authorizationRoot, ({ sources }) => refuseSources(sources)),
      config.onChange(authorizationRoot, (changed) => this.#follow(changed)),
    ]
  }

  /** The sources in the order of the chain. */
  get sources(): readonly AccessSource[] {
    return this.#sources
  }

  find(type: SourceType): AccessSource | undefined {
    return this.#sources.find((source) => source.type === type)
  }

  /**
   * Replaces the stored list, which includes the secrets, by an edited list; throws the broker's error if the list is
   * refused.
   */
  change(edit: (sources: readonly SourceDocument[]) => readonly SourceDocument[]): Promise<void> {
    const turn = this.#last.then(() => {
      const document = this.#config.get(authorizationRoot)
      return this.#config.put('authorization', { ...document, sources: edit(document.sources) })
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  listRemembered(session: Session) {
    return this.#authorizer.listRemembered(session)
  }

  forget(session: Session): void {
    this.#authorizer.forget(session)
  }

  forgetAll(): void {
    this.#authorizer.forgetAll()
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all(this.#sources.map(closeSource))
  }

  async #follow(document: Parameters<typeof toSettings>[0] & { sources: readonly SourceDocument[] }) {
    this.#settings = toSettings(document)
    const before = this.#sources
    this.#open(document.sources)
    this.#authorizer.forgetAll()
    for (const { type } of before) {
      if (this.find(type) !== undefined) continue
      this.figures.forgetSource(type)
      if (type === 'built_in_database') await this.rules.clear()
    }
    await Promise.all(before.filter((source) => !this.#sources.includes(source)).map(closeSource))
    await Promise.all(this.#sources.map((source) => source.resource?.started))
  }

  #open(documents: readonly SourceDocument[]): void {
    this.#opened = documents.map((document) => {
      const text = JSON.stringify(document)
      const kept = this.#opened.find((one) => one.document === text)
      return kept ?? { document: text, source: createSource(document, this.#services) }
    })
    this.#sources = this.#opened.map(({ source }) => source)
  }
}

async function closeSource(source: AccessSource): Promise<void> {
  await source.resource?.close()
}

interface Settings {
  readonly no_match: AuthorizerSettings['noMatch']
  readonly deny_action: 'ignore' | 'disconnect'
  readonly cache: {
    readonly enable: boolean
    readonly max_size: number
    readonly ttl: string | number
    readonly excludes: readonly string[]
  }
}

function toSettings({ no_match, deny_action, cache }: Settings): AuthorizerSettings {
  return {
    noMatch: no_match,
    disconnects: deny_action === 'disconnect',
    cache: {
      isEnabled: cache.enable,
      maxSize: cache.max_size,
      ttl: parseDuration(cache.ttl) ?? 0,
      excludes: cache.excludes,
    },
  }
}

/**
 * Returns a test for the patterns of rules that parses each pattern once. A pattern that takes too long does not
 * match, and is not tried again on the same subject, because the broker is blocked meanwhile.
 */
export function patternTest(): PatternTest {
  const known = new Map<string, SafePattern | undefined>()
  const slow = new Map<string, Set<string>>()
  return (pattern, subject) => {
    if (!known.has(pattern)) {
      if (known.size >= mostPatterns) known.clear()
      const parsed = parsePattern(pattern)
      known.set(pattern, typeof parsed === 'function' ? parsed : undefined)
    }
    if (slow.get(pattern)?.has(subject) === true) return false
    const found = known.get(pattern)?.(subject)
    if (found === 'too-slow') remember(slow, pattern, subject)
    return found === true
  }
}

function remember(slow: Map<string, Set<string>>, pattern: string, subject: string): void {
  if (slow.size >= mostSlow) slow.clear()
  const subjects = slow.get(pattern) ?? new Set()
  if (subjects.size >= mostSlow) subjects.clear()
  slow.set(pattern, subjects.add(subject))
}

/** Creates the running source for a validated document. */
function createSource(document: unknown, services: SourceServices): AccessSource {
  const { type, enable: isEnabled } = v.parse(accessSourceSchema, document)
  switch (type) {
    case 'file':
      return fileSource(document, isEnabled)
    case 'built_in_database':
      return {
        type,
        link: { kind: 'rules', source: type, isEnabled, rules: services.builtIn },
        ruleCount: services.builtInCount,
      }
    case 'http':
      return httpSource(document, services)
    case 'redis':
      return redisSource(document, services)
    case 'mongodb':
      return mongodbSource(document, services)
    case 'ldap':
      return ldapSource(document, services)
    default:
      return sqlSource(document, services)
  }
}

function fileSource(document: unknown, isEnabled: boolean): AccessSource {
  const parsed = parseAclFile(v.parse(fileShape, document).rules)
  // A file with an error is never stored, see `refuseSources`.
  const placed = 'rules' in parsed ? placeFileRules(parsed.rules) : []
  return {
    type: 'file',
    link: { kind: 'rules', source: 'file', isEnabled, rules: () => placed },
    ruleCount: () => placed.length,
  }
}

/**
 * Creates a source for SQL databases. Each row of the result is a rule: `permission`, `action`, `topic`, and
 * optionally `qos` and `retain`.
 */
function sqlSource(document: unknown, services: SourceServices): AccessSource {
  const { type, enable, query } = v.parse(shape, document)
  const { sql, names } = parseSql(query, type, isRequestPlaceholder)
  const open = type === 'mysql' ? openMysql : openPostgresql
  return createAskedSource(
    {
      type,
      isEnabled: enable,
      otherwise: 'nomatch',
      failure: `query_${type}_error`,
      open: () => open(document, services),
      async find(backend, request, node) {
        const values = names.map((name) => requestValue(request, name) ?? '')
        return rulesFinding(await backend.ask({ sql, values }, node), request, services.test)
      },
    },
    services,
  )
}
