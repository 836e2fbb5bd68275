/** A statement with its placeholders as the database has them (`?` or `$1`), never with values written into it. */
export interface SqlQuery {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

export type SqlRow = Readonly<Record<string, unknown>>
