import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { type ReadSource, readSource } from '#features/access/access-evaluation/read-sources.ts'
import type { SlicedWork } from '#lib/run-in-slices.ts'
import type { AccessChange, RulesChange } from './access-change.ts'
import type { BuiltInRules } from './access-sample.ts'

type PolicySubject = { readonly clientid: string; readonly username: string | undefined }

/** Holds the rules of the built-in database for one client; undefined if the rules were not read. */
export interface OwnRules {
  readonly rules: readonly PlacedRule[] | undefined
  /** True if these are not the present rules. */
  readonly isChanged: boolean
}

/** Holds everything that decides access, before or after a change. */
export interface AccessPolicy {
  readonly sources: readonly PolicySource[]
  readonly noMatch: Permission
  readonly ownRules: (who: PolicySubject) => OwnRules
}

export interface PolicySource extends ReadSource {
  /** The settings of the source as JSON: equal settings are the same object, or two equal texts. */
  readonly settings: string
}

/** Holds everything that decides access now. */
export interface AccessState {
  readonly sources: readonly AccessSource[]
  readonly noMatch: Permission
  readonly rules: BuiltInRules
}

const formatSettings = ({ enable, ...settings }: AccessSource): string => JSON.stringify(settings)

function* readPolicySources(
  sources: readonly AccessSource[],
  known: readonly PolicySource[],
): SlicedWork<readonly PolicySource[]> {
  const read: PolicySource[] = []
  for (const source of sources) {
    const settings = formatSettings(source)
    const same = known.find((one) => one.settings === settings)
    // An unchanged source is not read again, because its ACL file may be long.
    read.push(
      same === undefined
        ? { ...(yield* readSource(source)), settings }
        : { ...same, isEnabled: source.enable },
    )
  }
  return read
}

/** Builds the policies that decide before and after a change. */
export function* buildAccessPolicies(
  state: AccessState,
  change: AccessChange,
): SlicedWork<{ readonly before: AccessPolicy; readonly after: AccessPolicy }> {
  const sources = yield* readPolicySources(state.sources, [])
  const changed = yield* readPolicySources(applySourcesChange(state.sources, change), sources)
  return {
    before: {
      sources,
      noMatch: state.noMatch,
      ownRules: (who) => ({ rules: rulesFor(who, state.rules), isChanged: false }),
    },
    after: {
      sources: changed,
      noMatch: change.noMatch ?? state.noMatch,
      ownRules: applyRulesChange(state.rules, change.rules ?? {}),
    },
  }
}

function rulesFor({ clientid, username }: PolicySubject, { clients, users, all }: BuiltInRules) {
  const ofClient = clients(clientid)
  const ofUser = username === undefined ? 'none' : users(username)
  if (ofClient === 'unread' || ofUser === 'unread') return undefined
  return [
    ...placeBuiltInRules('clients', ofClient === 'none' ? [] : ofClient),
    ...placeBuiltInRules('users', ofUser === 'none' ? [] : ofUser),
    ...placeBuiltInRules('all', all),
  ]
}

function applyRulesChange(now: BuiltInRules, change: RulesChange): AccessPolicy['ownRules'] {
  const { clients = [], users = [], all, isCleared = false, isOnlyAdded = false } = change
  const ofClients = new Map(clients.map(({ clientid, rules }) => [clientid, rules]))
  const ofUsers = new Map(users.map(({ username, rules }) => [username, rules]))
  const after =
    (changed: ReadonlyMap<string, readonly BuiltInRule[]>, lookup: BuiltInRules['clients']) =>
    (name: string) => {
      const there = isCleared ? 'none' : lookup(name)
      return isOnlyAdded && there !== 'none' ? there : (changed.get(name) ?? there)
    }
  const rules: BuiltInRules = {
    clients: after(ofClients, now.clients),
    users: after(ofUsers, now.users),
    all: all ?? (isCleared ? [] : now.all),
  }
  const isForAll = all !== undefined || isCleared
  return (who) => ({
    rules: rulesFor(who, rules),
    isChanged:
      isForAll || ofClients.has(who.clientid) || (who.username !== undefined && ofUsers.has(who.username)),
  })
}

/** Returns the chain of sources after the change. */
function applySourcesChange(
  sources: readonly AccessSource[],
  { source, without, order }: AccessChange,
): readonly AccessSource[] {
  const isThere = sources.some(({ type }) => type === source?.type)
  const added = source === undefined || isThere ? [] : [source]
  const changed = [...added, ...sources]
    .map((one) => (source !== undefined && one.type === source.type ? source : one))
    .filter(({ type }) => type !== without)
  if (order === undefined) return changed
  const findPlace = ({ type }: AccessSource) => {
    const at = order.indexOf(type)
    return at < 0 ? order.length : at
  }
  return changed.toSorted((one, other) => findPlace(one) - findPlace(other))
}
