import type { Contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint, QueryKey, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { routes } from './routes.ts'

/** What is read from a broker, as the contract calls it: `clients.list`. */
export type ReadName = {
  [R in keyof Contract & string]: {
    [E in keyof Contract[R] & string]: Contract[R][E] extends { readonly method: 'GET' } ? `${R}.${E}` : never
  }[keyof Contract[R] & string]
}[keyof Contract & string]

/** As it is written in an address: `true` and `'true'` are the same there. */
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

/** Of each page; what the contract does not have does not compile. */
export const pageAsks: Readonly<Record<string, { readonly asks: readonly ReadName[] }>> = routes

/** What the login and the frame around every page read. */
export const frameAsks: readonly ReadName[] = [
  'sso.running',
  'nodes.list',
  'monitor.current',
  'cluster.get',
  'alarms.list',
]
