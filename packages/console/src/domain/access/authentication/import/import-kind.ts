/** The form of the passwords in a file. */
const importKinds = ['plain', 'hash'] as const
export type ImportKind = (typeof importKinds)[number]

/** The columns in the order of the template; the last column is optional. */
export const importColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  plain: ['user_id', 'password', 'is_superuser'],
  hash: ['user_id', 'password_hash', 'salt', 'is_superuser'],
}

export const parseImportKind = (given: unknown): ImportKind =>
  importKinds.find((kind) => kind === given) ?? 'plain'
