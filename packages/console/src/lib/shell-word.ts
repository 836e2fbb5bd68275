/** Within single quotes a shell reads nothing; a single quote itself ends them for a moment. */
export function withinQuotes(text: string): string {
  return text.replaceAll("'", `'\\''`)
}

/** What a shell takes as it stands. */
const plain = /^[\w@%+:,./-]+$/
/** What a terminal may obey when it is pasted, and what nobody sees; line breaks are harmless within quotes. */
const unseen = /((?:[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}])+)/u

/** One word of a command for a POSIX shell, whatever it holds but NUL, which no command can be given. */
export function shellWord(text: string): string {
  if (plain.test(text)) return text
  const parts = text.split(unseen).filter((part) => part !== '')
  if (parts.length === 0) return "''"
  return parts.map((part) => (unseen.test(part) ? inOctal(part) : `'${withinQuotes(part)}'`)).join('')
}

/** Printed by the shell, so that nothing of it is on the screen. */
function inOctal(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(8).padStart(3, '0'))
  return `"$(printf '${bytes.map((byte) => `\\${byte}`).join('')}')"`
}
