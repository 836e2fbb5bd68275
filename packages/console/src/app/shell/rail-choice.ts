import * as v from 'valibot'

const pinKey = 'leftBarCollapse'
const sectionsKey = 'menuSections'

/** Returns false unless the operator opened the menu: it is collapsed by default (specification §9). */
export function isRailStoredOpen(): boolean {
  return localStorage.getItem(pinKey) === 'false'
}

export function storeRailIsOpen(isOpen: boolean): void {
  localStorage.setItem(pinKey, String(!isOpen))
}

const sectionsSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), [])

/** Returns the areas whose pages are listed in the open menu, besides the area of the current page. */
export function readStoredSections(): readonly string[] {
  return v.parse(sectionsSchema, localStorage.getItem(sectionsKey))
}

export function storeSections(areas: readonly string[]): void {
  localStorage.setItem(sectionsKey, JSON.stringify(areas))
}
