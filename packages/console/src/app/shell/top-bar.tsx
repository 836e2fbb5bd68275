import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { environment } from '#kit/page/environment.ts'
import { classNames } from '#lib/class-names.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { m } from '../messages.ts'
import { m as preferences } from '../preferences/messages.ts'
import { changeLocale, changeTheme, otherLocale } from '../preferences/preferences.ts'
import { themeChoice } from '../preferences/theme-choice.ts'
import { AlarmBell } from './alarm-bell.tsx'
import { BrokerLabel } from './broker-label.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import type { OpenDialog } from './open-dialog.ts'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  onMenu(): void
  onOpen(dialog: OpenDialog): void
}

export function TopBar({ onMenu, onOpen }: TopBarProps) {
  return (
    <header className={classNames(classes['bar'], environment && classes[environment])}>
      <span className="phone-only">
        <IconButton label={m.openMenu} onClick={onMenu}>
          <IconMenu2 size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
      <BrokerLabel />
      <button type="button" className={classes['find']} onClick={() => onOpen('find')}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <span className={classes['words']}>{m.find}</span>
        <span className={classes['keys']} aria-hidden="true">
          <Kbd>{modifierKey}</Kbd> <Kbd>K</Kbd>
        </span>
      </button>
      <LiveIndicator />
      <AlarmBell />
      <span className="desktop-only">
        <IconButton label={preferences.switchLanguage} onClick={() => changeLocale(otherLocale)}>
          <IconLanguage size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
      <span className="desktop-only">
        <ThemeButton />
      </span>
      <IconButton label={preferences.settings} onClick={() => onOpen('settings')}>
        <IconSettings size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <span className={classes['separator']} aria-hidden="true" />
      <UserMenu onOpen={onOpen} />
    </header>
  )
}

function ThemeButton() {
  const { theme, isSynced } = themeChoice()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'dark' ? IconMoon : IconSun
  return (
    <IconButton
      label={next === 'dark' ? preferences.switchToDark : preferences.switchToLight}
      disabledReason={isSynced ? preferences.themeIsSynced : undefined}
      onClick={() => changeTheme({ theme: next, isSynced })}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
