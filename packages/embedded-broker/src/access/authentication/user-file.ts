/** A row of a user file as it was read, before its values are checked. */
export type UserRow = Readonly<Record<string, unknown>>

/** Thrown when a file is refused; the message is in the broker's words. */
export class UserFileError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'UserFileError'
  }
}

const badFormat = () => new UserFileError('bad_format')

/** Parses RFC 4180: fields are separated by commas, and quoted if they contain a comma, a quote or a line break. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    field.lastIndex = at
    const found = field.exec(text)
    if (found === null) throw badFormat()
    const [, quoted, bare = '', end] = found
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    at = field.lastIndex
    if (end !== ',') {
      rows.push(row)
      row = []
    } else if (at === text.length) row.push('')
  }
  if (row.length > 0) rows.push(row)
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '')
}

function usersOfCsv(text: string): readonly UserRow[] {
  const [names = [], ...rows] = csvRows(text.replace(/^\uFEFF/, ''))
  return rows.map((fields) => {
    if (fields.length !== names.length) throw badFormat()
    const entries = names.map((name, at) => [name.trim(), cellValue(name.trim(), fields[at] ?? '')])
    return Object.fromEntries(entries)
  })
}

function cellValue(name: string, text: string): unknown {
  if (name !== 'is_superuser') return text
  if (text === 'true') return true
  if (text === 'false') return false
  throw badFormat()
}

function usersOfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // EMQX reports where it stopped reading; for a truncated text that is the position after its end.
    throw new UserFileError(`{${Buffer.byteLength(text) + 1},truncated_json}`)
  }
}

const isRow = (value: unknown): value is UserRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function userRows(list: unknown): readonly UserRow[] {
  if (!Array.isArray(list)) throw new UserFileError('function_clause')
  if (list.length === 0) throw new UserFileError('empty_users')
  if (!list.every(isRow)) throw badFormat()
  return list
}

/** Parses a user file in the format that its file name extension names. */
export function readUserFile(name: string, text: string): readonly UserRow[] {
  const ending = /\.[^.]*$/.exec(name)?.[0] ?? ''
  if (ending === '.csv') return userRows(usersOfCsv(text))
  if (ending === '.json') return userRows(usersOfJson(text))
  throw new UserFileError(`{unsupported_file_format,<<"${ending}">>}`)
}
