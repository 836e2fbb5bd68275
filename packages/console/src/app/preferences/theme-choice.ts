import type { MantineColorSchemeManager } from '@mantine/core'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface ThemeChoice {
  readonly theme: Theme
  /** Follow the operating system; the theme chosen by hand then waits. */
  readonly isSynced: boolean
}

const themeKey = 'theme'
const syncKey = 'syncOsTheme'

/* `public/static/color-scheme.js` reads the same two keys before the first paint. */
export function themeChoice(): ThemeChoice {
  return {
    theme: localStorage.getItem(themeKey) === 'dark' ? 'dark' : 'light',
    isSynced: localStorage.getItem(syncKey) !== 'false',
  }
}

/** Takes effect with the next page load (specification §2). */
export function storeThemeChoice({ theme, isSynced }: ThemeChoice): void {
  localStorage.setItem(themeKey, theme)
  localStorage.setItem(syncKey, String(isSynced))
}

function ignore(): undefined {
  return undefined
}

/** Mantine only reads the choice; it is written by the settings. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => {
    const { theme, isSynced } = themeChoice()
    return isSynced ? 'auto' : theme
  },
  set: ignore,
  subscribe: ignore,
  unsubscribe: ignore,
  clear: ignore,
}
