import type { CatalogueEntry } from '@brokerdeck/contract/rule-sql/function-catalogue.ts'

/** As it is read: `nth(index, list)`. */
export const signature = ({ name, args }: CatalogueEntry) =>
  `${name}(${args.map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}${arg.isRepeated ? '…' : ''}`).join(', ')})`

/** As it is inserted: the arguments that must be given, each in `#{}`, a place to type at. */
export function callText({ name, args }: CatalogueEntry): string {
  const places = args.filter(({ isOptional }) => !isOptional).map((arg) => `#{${arg.name}}`)
  return `${name}(${places.join(', ')})#{}`
}

/** The same where there are no places to type at. */
export const withoutPlaces = (text: string) => text.replace(/#\{([^}]*)\}/g, '$1')
