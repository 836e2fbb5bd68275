import type { Contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint, QueryKey, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { routes } from './routes.ts'

/** The name of a read request in the contract: `clients.list`. */
export type ReadName = {
  [R in keyof Contract & string]: {
    [E in keyof Contract[R] & string]: Contract[R][E] extends { readonly method: 'GET' } ? `${R}.${E}` : never
  }[keyof Contract[R] & string]
}[keyof Contract & string]

/** A value as it is written in an address: `true` and `'true'` are the same there. */
type WrittenValue<Value> = Value extends boolean | number ? Value | `${Value}` : Value

type Query<E extends Endpoint> = NonNullable<RequestOf<E>['query']>

type NarrowedBy<E> = E extends Endpoint
  ? [Query<E>] extends [never]
    ? unknown
    : { readonly [K in QueryKey<E> & keyof Query<E>]?: WrittenValue<NonNullable<Query<E>[K]>> }
  : never

type Reads = {
  readonly [Name in ReadName]: Name extends `${infer R extends keyof Contract & string}.${infer E}`
    ? E extends keyof Contract[R]
      ? NarrowedBy<Contract[R][E]>
      : never
    : never
}

declare module './route.ts' {
  interface Narrowed extends Reads {}
}

/** The read requests of each page; a name that the contract lacks does not compile. */
export const pageAsks: Readonly<Record<string, { readonly asks: readonly ReadName[] }>> = routes

/** The read requests of the login and of the frame around every page. */
export const frameAsks: readonly ReadName[] = [
  'sso.running',
  'nodes.list',
  'monitor.current',
  'cluster.get',
  'alarms.list',
]
