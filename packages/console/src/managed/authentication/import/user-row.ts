import { userImport as m } from '../messages.ts'
import type { HashShape } from './hash-shape.ts'
import type { ImportKind } from './import-kind.ts'

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

function passwordFault(password: unknown): string | undefined {
  if (password === undefined) return m.noPassword
  if (password === '') return m.emptyPassword
  return isText(password) ? undefined : m.notText('password')
}

function hashFault({ password_hash, salt }: UserRow, shape: HashShape | undefined): string | undefined {
  if (password_hash === undefined || password_hash === '') return m.noHash
  if (!isText(password_hash)) return m.notText('password_hash')
  if (shape?.pattern.test(String(password_hash)) === false) return m.otherHash(shape.algorithm)
  return salt === undefined || isText(salt) ? undefined : m.notText('salt')
}

/** Why it is not to be sent: the broker would refuse the whole file with it, or it lets in anybody or nobody. */
export function userFault(row: UserRow, kind: ImportKind, shape: HashShape | undefined): string | undefined {
  const { user_id, password, is_superuser } = row
  if (user_id === undefined || user_id === '') return m.noUserId
  if (!isText(user_id)) return m.notText('user_id')
  if (isTooLong(String(user_id))) return m.longUserId
  if (!superuserWords.has(is_superuser)) return m.badSuperuser
  return kind === 'plain' ? passwordFault(password) : hashFault(row, shape)
}
