import type { Decoding, Scope } from './scope.ts'
import type { Term } from './term.ts'

/** What an execution may not exceed, whoever wrote the statement. */
export interface Budget {
  /** Ends the execution once it has lasted too long. */
  check(): void
  /** Counts what is made, in characters or items. */
  made(size: number): void
}

export type RegistryCall = (name: string, args: readonly Term[]) => Term

export interface Execution {
  readonly decoding: Decoding
  readonly budget: Budget
  /** Milliseconds that a jq program may take where its call says none. */
  readonly jqTimeout: number
  /** The functions of the schema registry, where there is one. */
  readonly registry: RegistryCall | undefined
  /** Epoch milliseconds. */
  now(): number
}

/** Where a SELECT looks: what it has made so far, then the event. Functions of the event see neither there. */
export interface Sight {
  readonly scopes: readonly Scope[]
  readonly isOneEvent: boolean
}
