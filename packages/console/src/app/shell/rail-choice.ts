const storageKey = 'leftBarCollapse'

/** Collapsed unless the operator opened it (specification §9). */
export function storedRailIsOpen(): boolean {
  return localStorage.getItem(storageKey) === 'false'
}

export function storeRailIsOpen(isOpen: boolean): void {
  localStorage.setItem(storageKey, String(!isOpen))
}
