/** What a file has in place of the passwords. */
const importKinds = ['plain', 'hash'] as const
export type ImportKind = (typeof importKinds)[number]

/** Columns in the order of the template; the last may be missing. */
export const importColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  plain: ['user_id', 'password', 'is_superuser'],
  hash: ['user_id', 'password_hash', 'salt', 'is_superuser'],
}

export const parseImportKind = (given: unknown): ImportKind =>
  importKinds.find((kind) => kind === given) ?? 'plain'
