/** A text with placeholders such as `${clientid}`, parsed once and rendered often. */
export type Template = readonly (string | { readonly name: string })[]

const placeholder = /\$\{(\$|\.?[\w.]+)\}/g

/** Placeholders whose names are not allowed stay in the text unchanged; `${$}` is a dollar sign. */
export function parseTemplate(text: string, isAllowed: (name: string) => boolean): Template {
  const parts: (string | { readonly name: string })[] = []
  let literal = ''
  let at = 0
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(placeholder)) {
    literal += text.slice(at, index)
    at = index + whole.length
    const name = inner.replace(/^\./, '')
    if (inner === '$') literal += '$'
    else if (!isAllowed(name)) literal += whole
    else {
      if (literal !== '') parts.push(literal)
      literal = ''
      parts.push({ name })
    }
  }
  literal += text.slice(at)
  return literal === '' ? parts : [...parts, literal]
}

/** Renders a template; undefined if a value is missing. */
export function renderStrictly(
  template: Template,
  lookUp: (name: string) => string | undefined,
): string | undefined {
  let text = ''
  for (const part of template) {
    const value = typeof part === 'string' ? part : lookUp(part.name)
    if (value === undefined) return undefined
    text += value
  }
  return text
}

/** Renders a template; missing values become empty text. */
export function renderTemplate(template: Template, lookUp: (name: string) => string | undefined): string {
  return template.map((part) => (typeof part === 'string' ? part : (lookUp(part.name) ?? ''))).join('')
}
