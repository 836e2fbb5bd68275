import { type Locale, locale, storeLocale } from '#i18n/locale.ts'
import { reloadPage } from './reload-page.ts'
import { storeThemeChoice, type ThemeChoice } from './theme-choice.ts'

export const otherLocale: Locale = locale === 'zh' ? 'en' : 'zh'

/** A language is labelled with its own name, in whatever language the page is. */
export const localeNames: Record<Locale, string> = { en: 'English', zh: '简体中文' }

export function changeLocale(next: Locale): void {
  storeLocale(next)
  // `?lang=` would override the new choice.
  const url = new URL(location.href)
  if (url.searchParams.has('lang')) {
    url.searchParams.delete('lang')
    history.replaceState(history.state, '', url)
  }
  reloadPage()
}

export function changeTheme(next: ThemeChoice): void {
  storeThemeChoice(next)
  reloadPage()
}
