let reload = () => location.reload()

/** Reloads the page: the locale and the theme are fixed when it loads, so changing one requires a reload. */
export function reloadPage(): void {
  reload()
}

/** Replaces the reload in page tests, which have no page to load and start the console again instead. */
export function onReloadPage(instead: () => void): void {
  reload = instead
}
