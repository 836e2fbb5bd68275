const storageKey = 'leftTraces'
const mostNames = 20

/**
 * Traces of this browser that may have been left behind: the page had gone before the broker answered their creation.
 * They are taken back when the next one starts.
 */
export function leftTraces(): readonly string[] {
  const stored = localStorage.getItem(storageKey) ?? ''
  return stored.split(' ').filter((name) => /^timeline-[\da-f]{12}$/.test(name))
}

export function noteLeftTrace(name: string): void {
  store([...leftTraces(), name])
}

export function forgetLeftTrace(name: string): void {
  store(leftTraces().filter((one) => one !== name))
}

function store(names: readonly string[]): void {
  if (names.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, names.slice(-mostNames).join(' '))
}
