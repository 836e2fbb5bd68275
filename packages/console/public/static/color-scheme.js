/* Runs before the first paint, so the page never flashes in the wrong scheme; a file of its own because the CSP allows no inline script. */
;(() => {
  var dark = matchMedia('(prefers-color-scheme: dark)')
  function show() {
    var stored
    var synced
    try {
      stored = localStorage.getItem('theme')
      synced = localStorage.getItem('syncOsTheme') !== 'false'
    } catch (_) {
      synced = true
    }
    var isDark = synced ? dark.matches : stored === 'dark'
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }
  show()
  // The login has no Mantine that would follow the operating system.
  dark.addEventListener('change', show)
})()
