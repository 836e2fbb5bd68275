import type { MantineColorSchemeManager } from '@mantine/core'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface ThemeChoice {
  readonly theme: Theme
  /** True if the theme follows the operating system; a theme chosen by hand then has no effect. */
  readonly isSynced: boolean
}

const themeKey = 'theme'
const syncKey = 'syncOsTheme'

/* Reads the theme; `public/static/color-scheme.js` reads the same two keys before the first paint. */
export function themeChoice(): ThemeChoice {
  return {
    theme: localStorage.getItem(themeKey) === 'dark' ? 'dark' : 'light',
    isSynced: localStorage.getItem(syncKey) !== 'false',
  }
}

/** Stores the choice, which takes effect with the next page load (specification §2). */
export function storeThemeChoice({ theme, isSynced }: ThemeChoice): void {
  localStorage.setItem(themeKey, theme)
  localStorage.setItem(syncKey, String(isSynced))
}

function ignore(): undefined {
  return undefined
}

/** Mantine only reads the choice; the settings write it. */
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
