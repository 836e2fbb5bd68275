import type { ReactNode } from 'react'
import { preferences as m, settingsDrawer as own } from '#app/messages.ts'
import { changeLocale, changeTheme, localeNames } from '#app/preferences/preferences.ts'
import { reloadPage } from '#app/preferences/reload-page.ts'
import { type Theme, themeChoice } from '#app/preferences/theme-choice.ts'
import { browserTimeZone, storeTimeZone, type TimeZoneChoice, timeZoneChoice } from '#i18n/format-time.ts'
import { type Locale, locale, locales } from '#i18n/locale.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import {
  type Environment,
  environment,
  environmentNames,
  environments,
  isEnvironmentGiven,
  storeEnvironment,
} from '#kit/page/environment.ts'
import { Segmented } from '#ui/segmented.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import classes from './settings-drawer.module.css'

export function SettingsDrawer({ onClose }: { onClose(): void }) {
  const { theme, isSynced } = themeChoice()
  return (
    <DrawerShell title={m.settings} isOpen onClose={onClose}>
      <div className={classes['settings']}>
        <Setting label={m.language}>
          <Segmented<Locale>
            label={m.language}
            value={locale}
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
            onChange={changeLocale}
          />
        </Setting>
        <Setting label={m.theme}>
          <ToggleInput
            note={own.syncOsTheme}
            isOn={isSynced}
            onChange={(next) => changeTheme({ theme, isSynced: next })}
          />
          <fieldset disabled={isSynced} className={classes['choice']}>
            <Segmented<Theme>
              label={m.theme}
              value={theme}
              options={[
                { value: 'light', label: m.light },
                { value: 'dark', label: m.dark },
              ]}
              onChange={(next) => changeTheme({ theme: next, isSynced })}
            />
          </fieldset>
          {isSynced && <p className={classes['hint']}>{m.themeIsSynced}</p>}
        </Setting>
        <Setting label={own.timeZone}>
          <Segmented<TimeZoneChoice>
            label={own.timeZone}
            value={timeZoneChoice}
            options={[
              { value: 'browser', label: own.browserZone(browserTimeZone()) },
              { value: 'utc', label: own.utc },
            ]}
            onChange={(next) => {
              storeTimeZone(next)
              reloadPage()
            }}
          />
        </Setting>
        <Setting label={own.environment}>
          <fieldset disabled={isEnvironmentGiven} className={classes['choice']}>
            <Segmented<Environment | 'none'>
              label={own.environment}
              value={environment ?? 'none'}
              options={[
                { value: 'none', label: own.noEnvironment },
                ...environments.map((value) => ({ value, label: environmentNames[value] })),
              ]}
              onChange={(next) => {
                storeEnvironment(next === 'none' ? undefined : next)
                reloadPage()
              }}
            />
          </fieldset>
          <p className={classes['hint']}>{isEnvironmentGiven ? m.environmentIsGiven : m.environmentHint}</p>
        </Setting>
        <p className={classes['hint']}>{own.reloads}</p>
      </div>
    </DrawerShell>
  )
}

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={classes['setting']}>
      <h3>{label}</h3>
      {children}
    </section>
  )
}
