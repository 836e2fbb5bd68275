import { isAddress } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { Icon } from '@tabler/icons-react'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconNetwork from '@tabler/icons-react/dist/esm/icons/IconNetwork.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { currentSession } from '#api/session.ts'
import { listMenuItems, menuFor } from '#app/menu.ts'
import { app as m, preferences } from '#app/messages.ts'
import { changeLocale, otherLocale } from '#app/preferences/preferences.ts'
import { reloadPage } from '#app/preferences/reload-page.ts'
import { publishOpening as publishing } from '#domain/publish/messages.ts'
import { openPublish } from '#domain/publish/open-publish.tsx'
import { clusterPath, consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type Address, linkTo, routes } from '#routes/routes.ts'
import type { OpenDialog } from './open-dialog.ts'

export interface Findable {
  readonly kind: 'page' | 'action' | 'client' | 'topic' | 'thing'
  readonly label: string
  /** The group of a page or an action; for an entry that requests something from the broker, its kind. */
  readonly hint: string
  /** Other words by which the entry is found. */
  readonly words?: string
  /** The icon; for a page it is the path of a drawing. */
  readonly icon: Icon | string
  run(): void
}

export function findAll(
  goTo: (to: Address) => void,
  open: (dialog: OpenDialog) => void,
): readonly Findable[] {
  const pages = menuFor(currentSession()?.edition ?? '').flatMap((area) =>
    listMenuItems(area)
      .filter(({ isLacking }) => !isLacking)
      .map(
        (item): Findable => ({
          kind: 'page',
          label: item.label,
          hint: area.label,
          words: item.find,
          icon: item.icon,
          run: () => goTo(item.address),
        }),
      ),
  )
  const { clusters, brokerName } = consoleConfig()
  const action = (label: string, icon: Icon, run: () => void): Findable => ({
    kind: 'action',
    label,
    hint: m.actions,
    icon,
    run,
  })
  return [
    ...pages,
    ...(clusters?.all ?? [])
      .filter(({ name }) => name !== brokerName)
      .map(({ name }) =>
        action(m.openCluster(visibleText(name, 80)), IconServer, () =>
          location.assign(clusterPath(clusters?.home ?? '/', name)),
        ),
      ),
    action(publishing.title, IconSend, openPublish),
    action(preferences.settings, IconSettings, () => open('settings')),
    action(preferences.switchLanguage, IconLanguage, () => changeLocale(otherLocale)),
    action(m.changePassword, IconKey, () => open('password')),
    action(m.help, IconHelp, () => open('help')),
    action(m.reload, IconRefresh, reloadPage),
  ]
}

type GoTo = (to: Address) => void

/**
 * Returns entries that search the broker for the text itself: nothing is requested before the operator chooses an
 * entry.
 */
export function findPlaces(text: string, goTo: GoTo): readonly Findable[] {
  const shown = visibleText(text, 80)
  // A filter is searched as it was subscribed to; a topic through the filters that match it.
  const isFilter = /[+#]/.test(text) || parseShared(text).group !== undefined
  return [
    {
      kind: 'client',
      label: m.openClient(shown),
      hint: m.openClientHint,
      icon: routes.clients.icon,
      run: () => goTo(linkTo('client', { clientId: text })),
    },
    {
      kind: 'client',
      label: m.findClients(shown),
      hint: m.findClientsHint,
      icon: routes.clients.icon,
      run: () => goTo(linkTo('clients', { like_clientid: text })),
    },
    ...(isAddress(text)
      ? [
          {
            kind: 'client' as const,
            label: m.findAddress(shown),
            hint: m.findAddressHint,
            icon: IconNetwork,
            run: () => goTo(linkTo('clients', { ip_address: text })),
          },
        ]
      : []),
    {
      kind: 'topic',
      label: m.findSubscribers(shown),
      hint: isFilter ? m.findFilterHint : m.findSubscribersHint,
      icon: routes.subscriptions.icon,
      run: () => goTo(linkTo('subscriptions', isFilter ? { topic: text } : { receives: text })),
    },
    {
      kind: 'topic',
      label: m.findRetained(shown),
      hint: m.findRetainedHint,
      icon: routes.retained.icon,
      run: () => goTo(linkTo('retained', { topic: text })),
    },
  ]
}

/** Returns true if every word of the query is in the label, the group or the other words. */
export function matches({ label, hint, words = '' }: Findable, query: string): boolean {
  const text = `${label} ${hint} ${words}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Returns true if the label begins with the query: such entries come before other matches. */
export function begins({ label }: Findable, query: string): boolean {
  return label.toLowerCase().startsWith(query.trim().toLowerCase())
}
