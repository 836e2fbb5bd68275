import { toManagedState } from '#resource/state.tsx'

/** The properties that connectors, actions and sources have in common. */
export interface Bridge {
  readonly type: string
  readonly name: string
  readonly enable: boolean
  readonly description?: string | undefined
  readonly status: string
  readonly status_reason?: string | undefined
  readonly node_status: readonly {
    readonly node: string
    readonly status: string
    readonly status_reason?: string | undefined
  }[]
}

export const bridgeId = ({ type, name }: Pick<Bridge, 'type' | 'name'>) => `${type}:${name}`

/** Three objects of the same name make up a webhook; they are changed together. */
export const isOfWebhook = ({ type, name }: Pick<Bridge, 'type' | 'name'>) =>
  type === 'http' && name.endsWith('_WH_D')

/** True if the bridge is enabled but not connected on every node. */
export const isProblem = ({ enable, status }: Pick<Bridge, 'enable' | 'status'>) =>
  enable && status !== 'connected'

/** Sorts the bridges with problems first; the others keep the order of the broker's list. */
export const problemsFirst = <One extends Bridge>(all: readonly One[]): readonly One[] =>
  all.toSorted((one, other) => Number(isProblem(other)) - Number(isProblem(one)))

/** The broker reports a disabled bridge as disconnected on every node, which is the intended state. */
const toSwitchedOff = (one: Bridge): Bridge => ({
  ...one,
  status: 'stopped',
  node_status: one.node_status.map((on) =>
    on.status === 'disconnected' ? { node: on.node, status: 'stopped' } : on,
  ),
})

/** Returns the state of a bridge in the cluster and on each node, with the reasons in the broker's words. */
export const bridgeState = (one: Bridge) => ({
  ...toManagedState(one.enable ? one : toSwitchedOff(one)),
  status: one.status,
})
