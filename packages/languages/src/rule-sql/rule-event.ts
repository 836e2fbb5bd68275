/** What an event of the broker is, and what its columns hold when nobody says: the tester fills in the rest with these. */
export interface RuleEvent {
  /** As its column `event` says it: `message.publish`. */
  readonly name: string
  /** What stands in FROM. */
  readonly topic: string
  /** What the tester calls it. */
  readonly type: string
  readonly title: BilingualText
  readonly description: BilingualText
  /** An example and a description each, or the example alone. */
  readonly testColumns: Readonly<Record<string, readonly [Example, string] | string>>
  readonly columns: readonly Column[]
  /** What the tester takes. */
  readonly context: Readonly<Record<string, ContextKind>>
  readonly sqlExample: string
  readonly isEnterprise?: true
}

interface BilingualText {
  readonly en: string
  readonly zh: string
}

export type ContextKind = 'text' | 'integer' | 'truth' | 'qos' | 'map'

/** `now`, `id` and `node` are what they are when it happens; `atom` is a name of the broker's. */
export type ColumnExample =
  | { readonly is: 'now' | 'id' | 'node' | 'missing' }
  | { readonly is: 'atom'; readonly name: string }
  | { readonly is: 'value'; readonly value: Example }

export type Example = string | number | boolean | readonly Example[] | { readonly [key: string]: Example }

export type Column = readonly [name: string, example: ColumnExample]
