/* Runs before the first paint, so the page never flashes in the wrong scheme; a file of its own because the CSP allows no inline script. */
;(() => {
  var stored
  var synced
  try {
    stored = localStorage.getItem('theme')
    synced = localStorage.getItem('syncOsTheme') !== 'false'
  } catch (_) {
    synced = true
  }
  var scheme = synced
    ? matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light'
    : stored === 'dark'
      ? 'dark'
      : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
