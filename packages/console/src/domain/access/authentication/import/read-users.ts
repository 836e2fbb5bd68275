import * as v from 'valibot'
import { userImport as m } from '#domain/access/authentication/messages.ts'
import type { BadRow, FileRow, RowSorter, SortedRows } from '#domain/access/checked-import/file-reading.ts'
import { readCheckedFile } from '#domain/access/checked-import/read-checked-file.ts'
import type { ReadRows } from '#domain/access/checked-import/use-file-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { isPlain, visibleText } from '#lib/visible-text.ts'
import { type ImportKind, importColumns } from './import-kind.ts'

/** Without these a row is none. */
const neededColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  plain: ['user_id', 'password'],
  hash: ['user_id', 'password_hash'],
}

/** How a file of users is read, by what it has in place of the passwords. */
export const readUsers =
  (kind: ImportKind, shape?: HashShape): ReadRows<UserRow> =>
  (file, options) =>
    readCheckedFile(file, () => new UserSorter(kind, shape), options)

/** `User ID` and `USER_ID` are meant as `user_id`. */
const likelyName = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

const isRow = (value: unknown): value is UserRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Users of a file: those that the broker would refuse are told apart, since it refuses the whole file with them. */
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
  /** Lines of users with a character that stands for one that was lost. */
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

/** One user as the file has it: texts of a CSV, whatever JSON knows. */
export type UserRow = Readonly<Record<string, unknown>>

/** Texts and numbers, which the broker takes for their digits. */
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'

const superuserWords: ReadonlySet<unknown> = new Set([undefined, true, false, 'true', 'false'])

/** Of a string in MQTT (1.5.4): whoever is called by a longer name can never connect. */
const longestName = 65_535

/** A character has three bytes in UTF-8 at most, as JavaScript counts them. */
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

/** Why it is not to be sent: the broker would refuse the whole file with it, or it lets in anybody or nobody. */
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

/** Bytes of what each of them makes. */
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

/** What a hash of an authenticator looks like; nobody can log in with another. */
interface HashShape {
  readonly algorithm: string
  readonly pattern: RegExp
}

/** Undefined where any text may be one, or nobody knows. */
export function findHashShape(authenticator: unknown): HashShape | undefined {
  const given = v.safeParse(algorithmSchema, authenticator)
  if (!given.success) return undefined
  const { name, mac_fun = '', dk_length } = given.output.password_hash_algorithm
  if (name === 'bcrypt') return { algorithm: name, pattern: /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/ }
  const bytes = name === 'pbkdf2' ? (dk_length ?? sizes.get(mac_fun)) : sizes.get(name)
  if (bytes === undefined) return undefined
  return { algorithm: name, pattern: new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`) }
}
