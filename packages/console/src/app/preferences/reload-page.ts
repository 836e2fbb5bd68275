let reload = () => location.reload()

/** The locale and the theme are fixed when the page loads, so changing one loads it again. */
export function reloadPage(): void {
  reload()
}

/** Page tests have no page to load: they start the console again. */
export function onReloadPage(instead: () => void): void {
  reload = instead
}
