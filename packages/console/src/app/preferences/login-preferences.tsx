import { preferences as m } from '#app/messages.ts'
import { locale, locales } from '#i18n/locale.ts'
import classes from './login-preferences.module.css'
import { changeLocale, changeTheme, localeNames } from './preferences.ts'
import { themeChoice, themes } from './theme-choice.ts'

const themeNames = { light: m.light, dark: m.dark } as const

/** The language and theme controls of pages without a settings drawer: native controls, which need no extra code. */
export function LoginPreferences() {
  const { theme, isSynced } = themeChoice()
  return (
    <>
      <select
        className={classes['select']}
        aria-label={m.language}
        value={locale}
        onChange={(event) => {
          const next = locales.find((known) => known === event.currentTarget.value)
          if (next) changeLocale(next)
        }}
      >
        {locales.map((known) => (
          <option key={known} value={known} lang={known}>
            {localeNames[known]}
          </option>
        ))}
      </select>
      <select
        className={classes['select']}
        aria-label={m.theme}
        value={isSynced ? 'system' : theme}
        onChange={(event) => {
          const next = themes.find((known) => known === event.currentTarget.value)
          changeTheme({ theme: next ?? theme, isSynced: next === undefined })
        }}
      >
        <option value="system">{m.system}</option>
        {themes.map((known) => (
          <option key={known} value={known}>
            {themeNames[known]}
          </option>
        ))}
      </select>
    </>
  )
}
