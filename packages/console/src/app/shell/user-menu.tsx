import { login } from '@brokerdeck/contract/system/login.ts'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { runBeforeLogOut } from '#api/before-log-out.ts'
import { request } from '#api/http.ts'
import { abortPending } from '#api/in-flight.ts'
import { currentSession, endSession } from '#api/session.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { app as m } from '../messages.ts'
import type { OpenDialog } from './open-dialog.ts'
import classes from './top-bar.module.css'

const patienceMs = 5_000

export function UserMenu({ onOpen }: { onOpen(dialog: OpenDialog): void }) {
  const username = currentSession()?.username ?? ''
  const label = m.userMenu(username)
  return (
    <Menu
      label={label}
      actions={[
        {
          label: m.changePassword,
          icon: <IconKey size={16} stroke={1.5} aria-hidden />,
          disabledReason: whyNoPassword(),
          onSelect: () => onOpen('password'),
        },
        {
          label: m.help,
          icon: <IconHelp size={16} stroke={1.5} aria-hidden />,
          onSelect: () => onOpen('help'),
        },
        {
          label: m.logOut,
          icon: <IconLogout size={16} stroke={1.5} aria-hidden />,
          onSelect: () => void askToLogOut(),
        },
      ]}
    >
      {(trigger) => (
        <IconButton {...trigger} label={label}>
          <span className={classes['avatar']} data-initials={[...username].slice(0, 2).join('')} />
        </IconButton>
      )}
    </Menu>
  )
}

async function askToLogOut(): Promise<void> {
  const isConfirmed = await confirm({ title: m.confirmLogout, body: m.logoutBody, action: m.logOut })
  if (isConfirmed) await logOut()
}

function whyNoPassword(): string | undefined {
  if (consoleConfig().readOnly) return m.readOnlyWhy
  return currentSession()?.backend === undefined ? undefined : m.passwordElsewhere
}

/** Aborts what is pending, revokes the token, and forgets the session in every tab. */
async function logOut(): Promise<void> {
  const session = currentSession()
  abortPending()
  if (session === undefined) return
  const { username, backend } = session
  const query = backend === undefined ? {} : { backend }
  try {
    await runBeforeLogOut()
    await request(login.logout, { query, body: { username } }, { timeoutMs: patienceMs })
  } finally {
    // Also when the broker does not answer: the operator leaves, and an unused token ends by itself within the hour.
    endSession('logged-out')
  }
}
