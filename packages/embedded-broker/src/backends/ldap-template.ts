import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'

type LookUp = (name: string) => string | undefined

const hex = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')

/** RFC 4514 §2.4: escapes a value, so that it cannot end its part of the name. */
const inDn = (value: string): string => value.replace(/[",+;<>\\=#\0]/g, hex).replace(/^ | $/g, hex)

/** RFC 4515 §3: escapes a value for a filter. */
const inFilter = (value: string): string => value.replace(/[*()\\\0]/g, hex)

function render(text: string, isAllowed: (name: string) => boolean, lookUp: LookUp): string {
  return renderTemplate(parseTemplate(text, isAllowed), lookUp)
}

export function renderDn(text: string, isAllowed: (name: string) => boolean, lookUp: LookUp): string {
  return render(text, isAllowed, (name) => inDn(lookUp(name) ?? ''))
}

export function renderFilter(text: string, isAllowed: (name: string) => boolean, lookUp: LookUp): string {
  return render(text, isAllowed, (name) => inFilter(lookUp(name) ?? ''))
}
