import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { inFlight, onInFlightChange } from '#api/connection.ts'
import { whyClosed } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { app as m, preferences } from '#app/messages.ts'
import { changeLocale, otherLocale } from '#app/preferences/preferences.ts'
import { ThemeButton } from '#app/preferences/theme-button.tsx'
import { formatClock } from '#i18n/format-time.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { environment, environmentNames, isEnvironmentGiven } from '#kit/page/environment.ts'
import { classNames } from '#lib/class-names.ts'
import { type ConsoleConfig, clusterPath, consoleConfig } from '#lib/console-config.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Tooltip } from '#ui/floating.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Menu } from '#ui/overlays.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { AlarmBell } from './alarm-bell.tsx'
import { logOut } from './log-out.ts'
import type { OpenDialog } from './open-dialog.ts'
import classes from './top-bar.module.css'
import { useBrokerFacts } from './use-broker-facts.ts'
import { useConnection } from './use-connection.ts'

/** Two intervals of the most frequent poll, in milliseconds. */
const lateAfterMs = 10_000

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
          <Kbd>{modifierKey()}</Kbd> <Kbd>K</Kbd>
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

/** Shows whether the data on the page is kept up to date. */
function LiveIndicator() {
  const { problem, answeredAt, answeredBy } = useConnection()
  const { oldest } = useSyncExternalStore(onInFlightChange, inFlight)
  // Any response shows that the broker is there, so only the silence since the last response counts.
  const isLate = useIsPast(oldest === undefined ? undefined : Math.max(oldest, answeredAt ?? 0) + lateAfterMs)
  if (answeredAt === undefined && !problem) return null
  const isPaused = problem !== undefined || isLate
  return (
    <Tooltip
      label={
        answeredBy === undefined
          ? m.lastAnswer(formatClock(answeredAt))
          : m.lastAnswerFrom(formatClock(answeredAt), visibleText(answeredBy, 80))
      }
      focusable
      className={classNames(classes['live'], 'desktop-only')}
    >
      <StatusShape kind={isPaused ? 'off' : 'ok'} coloured />
      {isPaused ? m.paused : m.live}
    </Tooltip>
  )
}

function useIsPast(instant: number | undefined): boolean {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, instant - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [instant])
  return instant !== undefined && now > instant
}

/** Shows the cluster, and the facts about it that concern every action in the console. */
function BrokerLabel() {
  const { name, edition, version, mixedVersions } = useBrokerFacts()
  const { mode, readOnly, closed = [], brokerName, clusters } = consoleConfig()
  return (
    <>
      {clusters === undefined ? (
        <span className={classes['cluster']}>{name !== undefined && <Verbatim text={name} />}</span>
      ) : (
        <ClusterSwitch {...clusters} current={brokerName} />
      )}
      {environment !== undefined && (
        <Tooltip
          label={isEnvironmentGiven ? preferences.environmentIsGiven : preferences.environmentHint}
          focusable
          className={classes['environment']}
        >
          {environmentNames[environment]}
        </Tooltip>
      )}
      {mode === 'embedded' && (
        <Tooltip label={m.embeddedHint} focusable className={classNames(classes['pill'], 'desktop-only')}>
          {m.embedded}
        </Tooltip>
      )}
      {closed.length > 0 && (
        <Tooltip
          label={closed.map(whyClosed).join(' ')}
          focusable
          className={classNames(classes['pill'], classes['readOnly'])}
        >
          {m.closed}
        </Tooltip>
      )}
      {readOnly && (
        <Tooltip label={m.readOnlyWhy} focusable className={classNames(classes['pill'], classes['readOnly'])}>
          {m.readOnly}
        </Tooltip>
      )}
      <span className={classNames(classes['version'], 'desktop-only')}>
        {edition} {version}
        {mixedVersions && (
          <Tooltip label={m.mixedVersions(mixedVersions.join(', '))} focusable>
            <StatusShape kind="warn" coloured />
            <span className="visually-hidden">{m.mixedVersions(mixedVersions.join(', '))}</span>
          </Tooltip>
        )}
      </span>
    </>
  )
}

interface ClusterSwitchProps extends NonNullable<ConsoleConfig['clusters']> {
  readonly current: string | undefined
}

/**
 * Opens other clusters. Each is a page with a session of its own; unsaved changes here are asked about as when
 * leaving the page.
 */
function ClusterSwitch({ home, all, current }: ClusterSwitchProps) {
  return (
    <Menu
      label={m.clusters}
      actions={[
        ...all.map(({ name, role }) => ({
          label: role === undefined ? name : `${name} · ${environmentNames[role]}`,
          isChosen: name === current,
          onSelect: () => location.assign(clusterPath(home, name)),
        })),
        { label: m.allClusters, onSelect: () => location.assign(home) },
      ]}
    >
      {(trigger) => (
        <button type="button" className={classes['switch']} {...trigger}>
          <Verbatim text={current ?? ''} />
          <IconSelector size={14} stroke={1.5} aria-hidden />
        </button>
      )}
    </Menu>
  )
}

function UserMenu({ onOpen }: { onOpen(dialog: OpenDialog): void }) {
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
  const isConfirmed = await confirm({
    title: m.confirmLogout,
    body: m.logoutBody,
    action: m.logOut,
    interrupts: 'nothing',
  })
  if (isConfirmed) await logOut()
}

function whyNoPassword(): string | undefined {
  if (consoleConfig().readOnly) return m.readOnlyWhy
  return currentSession()?.backend === undefined ? undefined : m.passwordElsewhere
}
