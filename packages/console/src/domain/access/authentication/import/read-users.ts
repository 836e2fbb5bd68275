import * as v from 'valibot'
import { userImport as m } from '#domain/access/authentication/messages.ts'
import type { BadRow, FileRow, RowSorter, SortedRows } from '#domain/access/checked-import/file-reading.ts'
import { readCheckedFile } from '#domain/access/checked-import/read-checked-file.ts'
import type { ReadRows } from '#domain/access/checked-import/use-file-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { isPlain, visibleText } from '#lib/visible-text.ts'
import { type ImportKind, importColumns } from './import-kind.ts'

/** The columns that each row needs. */
const neededColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  plain: ['user_id', 'password'],
  hash: ['user_id', 'password_hash'],
}

/** Returns the function that reads a file of users, depending on the form of the passwords. */
export const readUsers =
  (kind: ImportKind, shape?: HashShape): ReadRows<UserRow> =>
  (file, options) =>
    readCheckedFile(file, () => new UserSorter(kind, shape), options)

/** `User ID` and `USER_ID` are likely misspellings of `user_id`. */
const likelyName = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

const isRow = (value: unknown): value is UserRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Sorts the users of a file. The invalid users are separated, because the broker would refuse the whole file with
 * them.
 */
class UserSorter implements RowSorter<UserRow> {
  readonly emptyReason = m.empty
  readonly noListReason = m.notList
  readonly #kind: ImportKind
  readonly #good: UserRow[] = []
  readonly #bad: BadRow[] = []
  readonly #known = new Set<string>()
  readonly #shape: HashShape | undefined
  #duplicates = 0
  readonly #unclear: string[] = []
  /** The lines of users with a replacement character, which stands for a lost character. */
  readonly #lossy: number[] = []

  constructor(kind: ImportKind, shape?: HashShape) {
    this.#kind = kind
    this.#shape = shape
  }

  headFault(names: readonly string[]): string | undefined {
    const missing = neededColumns[this.#kind].filter((name) => !names.includes(name))
    if (missing.length === 0) return undefined
    if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
      return names[0]?.includes(';') === true ? m.semicolons : m.tabs
    const known = importColumns[this.#kind]
    const at = names.findIndex((name) => !known.includes(name) && known.includes(likelyName(name)))
    if (at !== -1) return m.otherCase(at + 1, visibleText(names[at] ?? '', 40), likelyName(names[at] ?? ''))
    return names.includes('user_id')
      ? m.missingColumns(missing.join(', '))
      : m.noHead(importColumns[this.#kind].join(', '))
  }

  take({ at, line, value, fault, faultColumn, findColumn, text }: FileRow): void {
    const row = isRow(value) ? value : undefined
    if (row === undefined || fault !== undefined) {
      this.#bad.push({ at, line, column: faultColumn, reason: fault ?? m.notObject, text: text() })
      return
    }
    const found = userFault(row, this.#kind, this.#shape)
    if (found !== undefined) {
      this.#bad.push({ at, line, column: findColumn?.(found.field), reason: found.reason, text: text() })
      return
    }
    const id = String(row['user_id'])
    if (this.#known.has(id)) this.#duplicates += 1
    this.#known.add(id)
    if (!isPlain(id)) this.#unclear.push(id)
    if (Object.values(row).some((one) => typeof one === 'string' && one.includes('\uFFFD')))
      this.#lossy.push(line ?? at)
    this.#good.push(row)
  }

  sortRows(): SortedRows<UserRow> {
    const count = this.#good.length
    const duplicates = this.#duplicates
    const [unclear] = this.#unclear
    const [lossy] = this.#lossy
    const lossyCount = this.#lossy.length
    const unclearCount = this.#unclear.length
    return {
      good: this.#good,
      bad: this.#bad,
      summary: count === 0 ? m.noneReadable : m.readable(count, formatNumber(count)),
      warnings: [
        ...(duplicates === 0 ? [] : [m.duplicates(duplicates, formatNumber(duplicates))]),
        ...(unclear === undefined
          ? []
          : [m.unclear(unclearCount, formatNumber(unclearCount), visibleText(unclear, 80))]),
        ...(lossy === undefined ? [] : [m.lossy(lossyCount, formatNumber(lossyCount), formatNumber(lossy))]),
      ],
    }
  }
}

/** One user as in the file: strings from a CSV file, any values from a JSON file. */
export type UserRow = Readonly<Record<string, unknown>>

/** Returns true for strings, and for numbers, whose digits the broker uses as a string. */
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'

const superuserWords: ReadonlySet<unknown> = new Set([undefined, true, false, 'true', 'false'])

/** The maximum length of an MQTT string in bytes (1.5.4): a client with a longer name can never connect. */
const longestName = 65_535

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const isTooLong = (name: string) =>
  name.length > longestName / 3 && new TextEncoder().encode(name).length > longestName

interface UserFault {
  readonly field: string
  readonly reason: string
}

function findPasswordFault(password: unknown): string | undefined {
  if (password === undefined) return m.noPassword
  if (password === '') return m.emptyPassword
  return isText(password) ? undefined : m.notText('password')
}

function findHashFault(hash: unknown, shape: HashShape | undefined): string | undefined {
  if (hash === undefined || hash === '') return m.noHash
  if (!isText(hash)) return m.notText('password_hash')
  return shape?.pattern.test(String(hash)) === false ? m.otherHash(shape.algorithm) : undefined
}

function findIdFault(id: unknown): string | undefined {
  if (id === undefined || id === '') return m.noUserId
  if (!isText(id)) return m.notText('user_id')
  return isTooLong(String(id)) ? m.longUserId : undefined
}

function findSuperuserFault(given: unknown): string | undefined {
  if (superuserWords.has(given)) return undefined
  return given === '' ? m.noSuperuser : m.badSuperuser(visibleText(JSON.stringify(given) ?? '', 40))
}

/**
 * Returns the reason why a user is not sent: the broker would refuse the whole file with it, or the user would admit
 * any client or none.
 */
function userFault(row: UserRow, kind: ImportKind, shape: HashShape | undefined): UserFault | undefined {
  const { user_id, password, password_hash, salt, is_superuser } = row
  const isSalt = kind === 'plain' || salt === undefined || isText(salt)
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['user_id', findIdFault(user_id)],
    ['is_superuser', findSuperuserFault(is_superuser)],
    kind === 'plain'
      ? ['password', findPasswordFault(password)]
      : ['password_hash', findHashFault(password_hash, shape)],
    ['salt', isSalt ? undefined : m.notText('salt')],
  ]
  for (const [field, reason] of faults) if (reason !== undefined) return { field, reason }
  return undefined
}

const algorithmSchema = v.object({
  password_hash_algorithm: v.object({
    name: v.string(),
    mac_fun: v.optional(v.string()),
    dk_length: v.optional(v.number()),
  }),
})

/** The length of each hash in bytes. */
const sizes: ReadonlyMap<string, number> = new Map([
  ['md4', 16],
  ['md5', 16],
  ['ripemd160', 20],
  ['sha', 20],
  ['sha224', 28],
  ['sha256', 32],
  ['sha384', 48],
  ['sha512', 64],
])

/** The format of an authenticator's hashes; users with hashes in another format cannot log in. */
interface HashShape {
  readonly algorithm: string
  readonly pattern: RegExp
}

/** Returns undefined if any string may be a hash, or if the format is unknown. */
export function findHashShape(authenticator: unknown): HashShape | undefined {
  const given = v.safeParse(algorithmSchema, authenticator)
  if (!given.success) return undefined
  const { name, mac_fun = '', dk_length } = given.output.password_hash_algorithm
  if (name === 'bcrypt') return { algorithm: name, pattern: /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/ }
  const bytes = name === 'pbkdf2' ? (dk_length ?? sizes.get(mac_fun)) : sizes.get(name)
  if (bytes === undefined) return undefined
  return { algorithm: name, pattern: new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`) }
}
