/**
 * Where no reading of PCRE, which EMQX uses, makes sense of a regular expression: brackets that do not pair, a quantifier
 * with nothing before it, a backslash at the end. All else is left to the broker. Undefined: nothing surely wrong.
 */
export function pcreFault(text: string): { readonly at: number } | undefined {
  // Quoted parts and comments have rules of their own.
  if (/\\Q|\(\?#|\(\?[a-z]*x/.test(text)) return undefined
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\') {
      if (at === text.length - 1) return { at }
      at += 1
    } else if (sign === '[') {
      const end = endOfClass(text, at)
      if (end === undefined) return { at }
      at = end
    } else if (sign === '(') {
      open.push(at)
      if (/^[*+]/.test(text.slice(at + 1)) && !/^\*[A-Z]/.test(text.slice(at + 1))) return { at: at + 1 }
    } else if (sign === ')') {
      if (open.pop() === undefined) return { at }
    } else if (at === 0 && /[*+?]/.test(sign)) return { at }
  }
  const unclosed = open.at(-1)
  return unclosed === undefined ? undefined : { at: unclosed }
}

/** A bracket right after the opening one is an element, and `[:alpha:]` holds brackets itself. */
function endOfClass(text: string, start: number): number | undefined {
  const rest = text.slice(start)
  const found = /^\[\^?(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\\])(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\]\\])*\]/.exec(rest)
  return found === null ? undefined : start + found[0].length - 1
}
