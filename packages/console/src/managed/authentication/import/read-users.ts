import { readCheckedFile } from '#managed/checked-import/read-checked-file.ts'
import type { ReadRows } from '#managed/checked-import/use-file-check.ts'
import type { HashShape } from './hash-shape.ts'
import type { ImportKind } from './import-kind.ts'
import type { UserRow } from './user-row.ts'
import { UserSorter } from './user-sorter.ts'

/** How a file of users is read, by what it has in place of the passwords. */
export const readUsers =
  (kind: ImportKind, shape?: HashShape): ReadRows<UserRow> =>
  (file, options) =>
    readCheckedFile(file, () => new UserSorter(kind, shape), options)
