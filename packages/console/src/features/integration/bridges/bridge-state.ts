import { toManagedState } from '#resource/state.tsx'

/** What connectors, actions and sources have in common. */
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

/** Three things of one name make a webhook; they are changed together. */
export const isOfWebhook = ({ type, name }: Pick<Bridge, 'type' | 'name'>) =>
  type === 'http' && name.endsWith('_WH_D')

/** Somebody wants it to work, and it does not everywhere. */
export const isProblem = ({ enable, status }: Pick<Bridge, 'enable' | 'status'>) =>
  enable && status !== 'connected'

/** What needs somebody comes first; the others stay as the broker lists them. */
export const problemsFirst = <One extends Bridge>(all: readonly One[]): readonly One[] =>
  all.toSorted((one, other) => Number(isProblem(other)) - Number(isProblem(one)))

/** The broker calls it disconnected on every node, which is what was wanted. */
const toSwitchedOff = (one: Bridge): Bridge => ({
  ...one,
  status: 'stopped',
  node_status: one.node_status.map((on) =>
    on.status === 'disconnected' ? { node: on.node, status: 'stopped' } : on,
  ),
})

/** How one fares, on the whole and on each node; why not, in the broker's words. */
export const bridgeState = (one: Bridge) => ({
  ...toManagedState(one.enable ? one : toSwitchedOff(one)),
  status: one.status,
})
