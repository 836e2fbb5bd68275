export const locales = ['en', 'zh'] as const
export type Locale = (typeof locales)[number]

declare global {
  interface ImportMetaEnv {
    readonly VITE_LANGUAGE?: Locale
  }
}

const storageKey = 'language'

function isLocale(value: string | null): value is Locale {
  return locales.some((locale) => locale === value)
}

export interface LocaleSources {
  /** `location.search`: a `lang` in it takes precedence over the stored choice. */
  readonly search: string
  readonly stored: string | null
  readonly browserLanguage: string
}

export function chooseLocale({ search, stored, browserLanguage }: LocaleSources): Locale {
  const asked = new URLSearchParams(search).get('lang')
  if (isLocale(asked)) return asked
  if (isLocale(stored)) return stored
  return browserLanguage.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/**
 * The language, fixed when the page loads: changing the language reloads the page (specification §2). A build
 * contains a single language, and `static/early-chunks.js` has selected the build in the same way.
 */
export const locale: Locale =
  import.meta.env.VITE_LANGUAGE ??
  chooseLocale({
    search: globalThis.location?.search ?? '',
    stored: globalThis.localStorage?.getItem(storageKey) ?? null,
    browserLanguage: globalThis.navigator?.language ?? 'en',
  })

/** The language tag for `lang` and Intl. */
export const languageTag = locale === 'zh' ? 'zh-CN' : 'en'

/** Stores the language, which takes effect with the next page load. */
export function storeLocale(next: Locale): void {
  localStorage.setItem(storageKey, next)
}
