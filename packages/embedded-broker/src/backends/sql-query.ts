/**
 * A statement whose placeholders are in the database's form (`?` or `$1`); values are never written into the
 * statement.
 */
export interface SqlQuery {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

export type SqlRow = Readonly<Record<string, unknown>>
