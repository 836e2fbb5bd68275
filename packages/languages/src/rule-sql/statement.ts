/** From where to where in the text it stands. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export type Step =
  | ({ readonly kind: 'key'; readonly key: string } & TextRange)
  /** From 1, negative from the end; `head` and `tail` (`[0]`, `[-0]`) are places before and after all when written to. */
  | ({ readonly kind: 'index'; readonly at: bigint | 'head' | 'tail' | Reference } & TextRange)

/** A column, or what lies in it. */
export interface Reference extends TextRange {
  readonly kind: 'reference'
  readonly steps: readonly Step[]
}

export const comparators = ['=', '!=', '<>', '<', '>', '<=', '>=', '=~', '~='] as const
export type Comparator = (typeof comparators)[number]

export const operators = ['+', '-', '*', '/', 'div', 'mod'] as const
export type Operator = (typeof operators)[number]

export type Literal = ({ readonly kind: 'literal' } & TextRange) &
  ({ readonly value: string | bigint | boolean } | { readonly float: number })

export type Expression =
  | Reference
  | Literal
  | ({ readonly kind: 'range'; readonly first: bigint; readonly last: bigint } & TextRange)
  | ({
      readonly kind: 'slice'
      readonly of: Reference
      readonly first: bigint
      readonly last: bigint
    } & TextRange)
  | ({ readonly kind: 'list'; readonly items: readonly Expression[] } & TextRange)
  | ({ readonly kind: 'unary'; readonly operator: '+' | '-'; readonly operand: Expression } & TextRange)
  | ({
      readonly kind: 'arithmetic'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    } & TextRange)
  | ({
      readonly kind: 'comparison'
      readonly comparator: Comparator
      readonly left: Expression
      readonly right: Expression
    } & TextRange)
  | ({ readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression } & TextRange)
  | ({ readonly kind: 'not'; readonly operand: Expression } & TextRange)
  | ({ readonly kind: 'in'; readonly operand: Expression; readonly items: readonly Expression[] } & TextRange)
  | CaseExpression
  /** A name where nothing is named, as in `WHERE a = 1 AS b`: the broker takes it and fails where it comes to it. */
  | ({ readonly kind: 'named'; readonly of: Expression; readonly alias: Reference } & TextRange)
  | ({ readonly kind: 'call'; readonly callee: Reference; readonly args: readonly Expression[] } & TextRange)

export interface CaseExpression extends TextRange {
  readonly kind: 'case'
  /** With it, each WHEN is a value that it is compared with; without it, a condition. */
  readonly subject: Expression | undefined
  readonly branches: readonly { readonly when: Expression; readonly gives: Expression }[]
  readonly otherwise: Expression | undefined
}

export type Field =
  | ({ readonly kind: 'everything' } & TextRange)
  | ({
      readonly kind: 'field'
      readonly value: Expression
      readonly alias: Reference | Literal | undefined
    } & TextRange)

export interface Source extends TextRange {
  readonly name: string
}

/** `-- …` up to its line feed: it can only stand before something. */
export interface Comment extends TextRange {
  readonly text: string
  /** Where what it stands behind in its line begins at the earliest; undefined where that is nothing, or a keyword. */
  readonly behind: number | undefined
}

/** A statement as it means; where its parts stand in the text is with each. */
export interface Statement {
  readonly kind: 'select' | 'foreach'
  readonly fields: readonly Field[]
  /** Of FOREACH: what is made of each item; undefined is all. */
  readonly each: readonly Field[] | undefined
  readonly incase: Expression | undefined
  readonly sources: readonly Source[]
  readonly where: Expression | undefined
  readonly comments: readonly Comment[]
}
