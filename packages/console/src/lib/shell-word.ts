/** Escapes text within single quotes: a shell interprets nothing there, and a single quote ends them for a moment. */
export function withinQuotes(text: string): string {
  return text.replaceAll("'", `'\\''`)
}

/** Matches text that a shell takes unquoted. */
const plain = /^[\w@%+:,./-]+$/
/**
 * Matches characters that a terminal may obey when pasted, and invisible characters; line breaks are harmless within
 * quotes.
 */
const unseen = /((?:[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}])+)/u

/** Quotes one word of a command for a POSIX shell; any text except NUL, which no command can receive. */
export function shellWord(text: string): string {
  if (plain.test(text)) return text
  const parts = text.split(unseen).filter((part) => part !== '')
  if (parts.length === 0) return "''"
  return parts.map((part) => (unseen.test(part) ? inOctal(part) : `'${withinQuotes(part)}'`)).join('')
}

/** Writes the text as octal codes that the shell prints, so that none of its characters is on the screen. */
function inOctal(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(8).padStart(3, '0'))
  return `"$(printf '${bytes.map((byte) => `\\${byte}`).join('')}')"`
}
