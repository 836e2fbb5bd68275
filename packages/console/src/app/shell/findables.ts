import type { Icon } from '@tabler/icons-react'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { currentSession } from '#api/session.ts'
import { menuFor } from '../menu.ts'
import { m } from '../messages.ts'
import { m as preferences } from '../preferences/messages.ts'
import { changeLocale, otherLocale } from '../preferences/preferences.ts'
import { reloadPage } from '../preferences/reload-page.ts'
import type { OpenDialog } from './open-dialog.ts'

export interface Findable {
  readonly kind: 'page' | 'action' | 'client'
  readonly label: string
  readonly hint: string
  readonly icon: Icon
  run(): void
}

export function findAll(
  goTo: (path: string) => void,
  open: (dialog: OpenDialog) => void,
): readonly Findable[] {
  const pages = menuFor(currentSession()?.edition ?? '').flatMap((group) =>
    group.items.map(
      (item): Findable => ({
        kind: 'page',
        label: item.label,
        hint: group.label,
        icon: item.icon,
        run: () => goTo(item.path),
      }),
    ),
  )
  const action = (label: string, icon: Icon, run: () => void): Findable => ({
    kind: 'action',
    label,
    hint: m.actions,
    icon,
    run,
  })
  return [
    ...pages,
    action(preferences.settings, IconSettings, () => open('settings')),
    action(preferences.switchLanguage, IconLanguage, () => changeLocale(otherLocale)),
    action(m.changePassword, IconKey, () => open('password')),
    action(m.shortcuts, IconKeyboard, () => open('shortcuts')),
    action(m.reload, IconRefresh, reloadPage),
  ]
}

/** Every word of the query is in the label or the group. */
export function matches({ label, hint }: Findable, query: string): boolean {
  const text = `${label} ${hint}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
