/** The start and end of the range in the text. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export type Step =
  | ({ readonly kind: 'key'; readonly key: string } & TextRange)
  /**
   * Counted from 1, negative from the end; `head` and `tail` (`[0]`, `[-0]`) write before the first and after the
   * last item.
   */
  | ({ readonly kind: 'index'; readonly at: bigint | 'head' | 'tail' | Reference } & TextRange)

/** A column, or a value inside a column. */
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
  /**
   * An alias in a place where it has no effect, as in `WHERE a = 1 AS b`: the broker accepts it but fails when it
   * runs it.
   */
  | ({ readonly kind: 'named'; readonly of: Expression; readonly alias: Reference } & TextRange)
  | ({ readonly kind: 'call'; readonly callee: Reference; readonly args: readonly Expression[] } & TextRange)

export interface CaseExpression extends TextRange {
  readonly kind: 'case'
  /** If set, each WHEN is a value that is compared with it; otherwise each WHEN is a condition. */
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

/** A comment `-- …` up to its line feed; it can only stand before other tokens. */
export interface Comment extends TextRange {
  readonly text: string
  /** The earliest start of the part that precedes it on its line; undefined if there is none, or if it is a keyword. */
  readonly behind: number | undefined
}

/** The meaning of a statement; each part holds its range in the text. */
export interface Statement {
  readonly kind: 'select' | 'foreach'
  readonly fields: readonly Field[]
  /** Only for FOREACH: the fields of each item; undefined means the whole item. */
  readonly each: readonly Field[] | undefined
  readonly incase: Expression | undefined
  readonly sources: readonly Source[]
  readonly where: Expression | undefined
  readonly comments: readonly Comment[]
}
