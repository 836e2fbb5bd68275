import type { KeyboardEvent } from 'react'

interface RailKeys {
  /** True if the pages are listed below the names of the areas. */
  readonly isInline: boolean
  /** Opens an area by keyboard. */
  open(area: string): void
  shut(area: string): void
}

const AREA = '[data-area]'

/** Handles the arrows, Home, End, Enter and Escape among the areas and their pages. */
export function railKeys({ isInline, open, shut }: RailKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { key, target, currentTarget } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const item = target.closest('li')?.parentElement?.closest('li') ?? target.closest('li')
    const button = item?.querySelector<HTMLElement>(AREA)
    if (item === null || item === undefined || button === null || button === undefined) return
    const area = button.dataset['area'] ?? ''
    const isOnArea = target === button
    const among = (selector: string, within: Element) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest('[hidden]') === null)
    const list = isInline
      ? among(`${AREA}, li li a`, currentTarget)
      : isOnArea
        ? among(AREA, currentTarget)
        : among('li a', item)
    const at = list.indexOf(target)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
    const opens = key === 'ArrowRight' || (!isInline && (key === 'Enter' || key === ' '))
    if (next !== undefined && at >= 0) list.at(next % list.length)?.focus()
    else if (opens && isOnArea) {
      open(area)
      if (!isInline) focusPage(item)
    } else if (key === 'ArrowLeft' || (key === 'Escape' && button.ariaExpanded === 'true')) {
      button.focus()
      shut(area)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Waits for a frame, because the list is rendered first. */
function focusPage(item: HTMLElement): void {
  requestAnimationFrame(() => {
    const page =
      item.querySelector<HTMLElement>('li a[aria-current]') ?? item.querySelector<HTMLElement>('li a')
    page?.focus()
  })
}
