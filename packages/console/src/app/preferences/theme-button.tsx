import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { preferences as m } from '#app/messages.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { changeTheme } from './preferences.ts'
import { themeChoice } from './theme-choice.ts'

/** Switches between light and dark; while the theme follows the system, it is disabled with a reason. */
export function ThemeButton() {
  const { theme, isSynced } = themeChoice()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'dark' ? IconMoon : IconSun
  return (
    <IconButton
      label={next === 'dark' ? m.switchToDark : m.switchToLight}
      disabledReason={isSynced ? m.themeIsSynced : undefined}
      onClick={() => changeTheme({ theme: next, isSynced })}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
