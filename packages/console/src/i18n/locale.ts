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
  /** `location.search`: a `lang` in it beats the stored choice. */
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
 * Fixed when the page loads: changing the language reloads the page (specification §2). A build knows one language, and
 * `static/early-chunks.js` has chosen among the builds in the same way.
 */
export const locale: Locale =
  import.meta.env.VITE_LANGUAGE ??
  chooseLocale({
    search: globalThis.location?.search ?? '',
    stored: globalThis.localStorage?.getItem(storageKey) ?? null,
    browserLanguage: globalThis.navigator?.language ?? 'en',
  })

/** What `lang` and Intl understand. */
export const languageTag = locale === 'zh' ? 'zh-CN' : 'en'

/** Takes effect with the next page load. */
export function storeLocale(next: Locale): void {
  localStorage.setItem(storageKey, next)
}
