/** An event of the broker, with the default values of its columns: the tester fills in missing columns with them. */
export interface RuleEvent {
  /** The name in the column `event`: `message.publish`. */
  readonly name: string
  /** The topic in the FROM clause. */
  readonly topic: string
  /** The name of the event in the tester. */
  readonly type: string
  readonly title: BilingualText
  readonly description: BilingualText
  /** An example with its description, or the example alone. */
  readonly testColumns: Readonly<Record<string, readonly [Example, string] | string>>
  readonly columns: readonly Column[]
  /** The columns that the tester accepts. */
  readonly context: Readonly<Record<string, ContextKind>>
  readonly sqlExample: string
  readonly isEnterprise?: true
}

interface BilingualText {
  readonly en: string
  readonly zh: string
}

export type ContextKind = 'text' | 'integer' | 'truth' | 'qos' | 'map'

/** `now`, `id` and `node` are determined at the time of the event; `atom` is an atom of the broker. */
export type ColumnExample =
  | { readonly is: 'now' | 'id' | 'node' | 'missing' }
  | { readonly is: 'atom'; readonly name: string }
  | { readonly is: 'value'; readonly value: Example }

export type Example = string | number | boolean | readonly Example[] | { readonly [key: string]: Example }

export type Column = readonly [name: string, example: ColumnExample]
