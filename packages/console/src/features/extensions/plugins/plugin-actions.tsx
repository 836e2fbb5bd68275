import { type Plugin, pluginRef, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { type Action, action, to } from '#acting/action.tsx'
import { formatNumber, joinSentences } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import type { StatusKind } from '#ui/status.tsx'
import { plugins as m } from '../messages.ts'

const shownRef = (plugin: Plugin) => visibleText(pluginRef(plugin), 80)
const params = (plugin: Plugin) => ({ name: pluginRef(plugin) })

/** Running only where no node is without it. */
export function pluginState({ running_status: nodes }: Plugin): {
  readonly kind: StatusKind
  readonly word: string
  readonly filter: 'running' | 'stopped'
} {
  const running = nodes.filter(({ status }) => status === 'running').length
  if (nodes.length === 0) return { kind: 'unknown', word: m.unknownStatus, filter: 'stopped' }
  if (running === nodes.length) return { kind: 'ok', word: m.running, filter: 'running' }
  if (running === 0) return { kind: 'off', word: m.stopped, filter: 'stopped' }
  return {
    kind: 'warn',
    word: m.runningOnSome(formatNumber(running), formatNumber(nodes.length)),
    filter: 'stopped',
  }
}

const isStopped = (plugin: Plugin) => plugin.running_status.every(({ status }) => status !== 'running')

export const startPlugin = action<Plugin>(
  to(plugins.act, (plugin: Plugin) => ({ params: { ...params(plugin), action: 'start' as const } })),
  {
    whyNot: (plugin) => (pluginState(plugin).kind === 'ok' ? m.runsAlready : undefined),
    told: (plugin) => m.started(shownRef(plugin)),
  },
)

export const stopPlugin = action<Plugin>(
  to(plugins.act, (plugin: Plugin) => ({ params: { ...params(plugin), action: 'stop' as const } })),
  {
    whyNot: (plugin) => (isStopped(plugin) ? m.stoppedAlready : undefined),
    ask: (plugin) => ({ title: m.stopTitle(shownRef(plugin)), body: m.stopBody, action: m.stopIt }),
    told: (plugin) => m.stoppedDone(shownRef(plugin)),
  },
)

export const uninstallPlugin = action<Plugin>(
  to(plugins.remove, (plugin) => ({ params: params(plugin) })),
  {
    takesAway: true,
    ask: (plugin) => ({
      title: m.uninstallTitle(shownRef(plugin)),
      body: joinSentences(!isStopped(plugin) && m.uninstallRunning.trim(), m.uninstallBody),
      action: m.uninstallIt,
      danger: true,
    }),
    told: (plugin) => m.uninstalled(shownRef(plugin)),
  },
)

function moving(position: string): Action<Plugin> {
  return action<Plugin>(
    to(plugins.move, (plugin) => ({ params: params(plugin), body: { position } })),
    { told: (plugin) => m.moved(shownRef(plugin)) },
  )
}

/** In a row: what can be done with one of `all`, which are in the order in which they are started. */
export function pluginActions(all: readonly Plugin[]): (plugin: Plugin) => readonly MenuAction[] {
  const refs = all.map(pluginRef)
  return (plugin) => {
    const at = refs.indexOf(pluginRef(plugin))
    const item = (label: string, does: Action<Plugin>, reason?: string): MenuAction => ({
      label,
      disabledReason: does.whyNot(plugin) ?? reason,
      onSelect: () => void does.run(plugin),
    })
    const isFirst = at <= 0 ? m.isFirst : undefined
    const isLast = at >= refs.length - 1 ? m.isLast : undefined
    return [
      item(m.start, startPlugin),
      item(m.stop, stopPlugin),
      item(m.moveTop, moving('front'), isFirst),
      item(m.moveUp, moving(`before:${refs[at - 1]}`), isFirst),
      item(m.moveDown, moving(`after:${refs[at + 1]}`), isLast),
      item(m.moveBottom, moving('rear'), isLast),
      { ...item(m.uninstall, uninstallPlugin), danger: true },
    ]
  }
}
