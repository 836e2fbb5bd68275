import type { Route } from './cluster.ts'

const none: ReadonlySet<Route> = new Set()

/** Who can be reached where, as lists that are there when somebody asks: a cluster has many more routes than a page. */
export class RouteTable {
  readonly #all = new Set<Route>()
  readonly #direct = new Map<string, Set<Route>>()

  get all(): ReadonlySet<Route> {
    return this.#all
  }

  /** Those of one node, without shared subscriptions. */
  directOf(node: string): ReadonlySet<Route> {
    return this.#direct.get(node) ?? none
  }

  add(route: Route, isShared: boolean): void {
    this.#all.add(route)
    if (isShared) return
    const ofNode = this.#direct.get(route.node)
    if (ofNode === undefined) this.#direct.set(route.node, new Set([route]))
    else ofNode.add(route)
  }

  delete(route: Route): void {
    this.#all.delete(route)
    this.#direct.get(route.node)?.delete(route)
  }
}
