/** A row to insert into a table: the names of the columns and their values as SQL. */
export interface InsertStatement {
  readonly table: string
  readonly columns: readonly InsertColumn[]
}

interface InsertColumn {
  readonly name: string
  readonly value: string
}

const shape =
  /^(\s*insert\s+into\s+)([^\s()]+|`[^`]+`)(\s*\()([^()]*)(\)\s*values\s*\()([\s\S]*)(\)\s*;?\s*)$/i
const plain = ['insert into ', '', '(', '', ') values (', '', ')']

/** Parses an INSERT of one row; returns undefined for any other statement. */
export function parseInsert(text: string): InsertStatement | undefined {
  if (text.trim() === '') return { table: '', columns: [] }
  const [, , table = '', , names = '', , values = ''] = shape.exec(text) ?? []
  const [left, right] = [splitList(names), splitList(values)]
  if (table === '' || left === undefined || right === undefined || left.length !== right.length)
    return undefined
  return { table, columns: left.map((name, at) => ({ name, value: right[at] ?? '' })) }
}

/** Prints the statement as it was written, with another table or other columns. */
export function printInsert({ table, columns }: InsertStatement, before: string): string {
  const parts = shape.exec(before)?.slice(1) ?? plain
  const [into = '', , open = '', , between = '', , end = ''] = parts
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(({ value }) => value).join(', ')
  return `${into}${table}${open}${names}${between}${values}${end}`
}

const opening = '(['
const closing = ')]'

/** Splits at commas outside quotes, brackets and placeholders; returns undefined if one of these is not closed. */
function splitList(text: string): readonly string[] | undefined {
  const parts: string[] = []
  let [from, depth, at] = [0, 0, 0]
  while (at < text.length) {
    const sign = text.charAt(at)
    const end = endOfText(text, at)
    if (end === -1) return undefined
    if (opening.includes(sign)) depth += 1
    else if (closing.includes(sign)) depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
    // A second row follows the first one.
    if (depth < 0) return undefined
    at = end
  }
  return depth === 0 ? [...parts, text.slice(from).trim()] : undefined
}

/** Returns the end of the quoted text or placeholder that begins at `at`; -1 if it is not closed. */
function endOfText(text: string, at: number): number {
  const sign = text.charAt(at)
  const isPlace = sign === '$' && text.charAt(at + 1) === '{'
  if (!isPlace && !`'"\``.includes(sign)) return at + 1
  const end = text.indexOf(isPlace ? '}' : sign, at + 1)
  return end === -1 ? -1 : end + 1
}
