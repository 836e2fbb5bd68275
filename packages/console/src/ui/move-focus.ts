/** Moves the focus inside a list as its keyboard pattern asks; whether the key meant something. */
export function moveFocus(container: HTMLElement, selector: string, key: string): boolean {
  const items = [...container.querySelectorAll<HTMLElement>(selector)]
  const { activeElement } = document
  const current = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key]
  let target: HTMLElement | undefined
  if (step !== undefined) target = items.at((current + step + items.length) % items.length)
  else if (key === 'Home') target = items.at(0)
  else if (key === 'End') target = items.at(-1)
  else if (key.length === 1) {
    const ordered = [...items.slice(current + 1), ...items.slice(0, current + 1)]
    target = ordered.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
  }
  target?.focus()
  return target !== undefined
}
