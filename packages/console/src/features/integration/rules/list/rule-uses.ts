import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { askSummaries, readSummaries } from '#domain/bridge/read-summaries.ts'
import { bridgeId, isProblem } from '#features/integration/bridges/bridge-state.ts'
import { toConnectorType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import type { LeftOver } from '#resource/managed-resource.ts'

/** Converts an id of an old rule, which uses former names of types. */
function presentId(id: string): string {
  const at = id.indexOf(':')
  return at === -1 ? id : `${toConnectorType(id.slice(0, at))}${id.slice(at)}`
}

/** Returns the ids of the actions that a rule names; the rule performs its other actions itself. */
const actionIds = ({ actions: all }: Pick<Rule, 'actions'>) =>
  all.filter((one) => typeof one === 'string').map(presentId)

const fromSource = '$bridges/'
const sourceIds = ({ from }: Pick<Rule, 'from'>) =>
  from.filter((one) => one.startsWith(fromSource)).map((one) => presentId(one.slice(fromSource.length)))

/** Finds the actions and sources that no other rule uses, with the requests that delete them. */
export async function findUsedOnlyBy(rule: Rule): Promise<readonly LeftOver[]> {
  const [named, fed] = [actionIds(rule), sourceIds(rule)]
  const isOnly = (ids: readonly string[]) => (one: ActionSummary) =>
    ids.includes(bridgeId(one)) && one.rules.every((id) => id === rule.id)
  const params = (one: ActionSummary) => ({ id: bridgeId(one) })
  const toLeftOver = (of: typeof actions | typeof sources, one: ActionSummary): LeftOver => ({
    name: bridgeId(one),
    remove: () => request(of.remove, { params: params(one), query: {} }),
  })
  const ofActions = named.length === 0 ? [] : await askSummaries('action')
  const ofSources = fed.length === 0 ? [] : await askSummaries('source')
  return [
    ...ofActions.filter(isOnly(named)).map((one) => toLeftOver(actions, one)),
    ...ofSources.filter(isOnly(fed)).map((one) => toLeftOver(sources, one)),
  ]
}

interface WrongActions {
  /** The actions that the rule names but that do not exist. */
  readonly missing: readonly string[]
  readonly disabled: readonly string[]
  /** The actions that are enabled but not connected on every node. */
  readonly down: readonly ActionSummary[]
}

/**
 * Returns the named actions that do not work; empty lists if the broker does not report them or the rule names none.
 */
export function useWrongActions(rule: Rule, isWatched: boolean): WrongActions {
  const ids = actionIds(rule)
  const { data } = useQuery({
    ...readSummaries('action', { pollSeconds: 30 }),
    enabled: isWatched && ids.length > 0,
    retry: false,
  })
  if (data === undefined) return { missing: [], disabled: [], down: [] }
  const isThere = (id: string) => data.some((one) => bridgeId(one) === id)
  const isOff = (id: string) => data.some((one) => bridgeId(one) === id && !one.enable)
  const down = data.filter((one) => isProblem(one) && ids.includes(bridgeId(one)))
  return { missing: ids.filter((id) => !isThere(id)), disabled: ids.filter(isOff), down }
}
