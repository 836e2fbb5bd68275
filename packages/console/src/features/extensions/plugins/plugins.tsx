import { plugins as endpoints, type Plugin, pluginRef } from '@brokerdeck/contract/extensions/plugins.ts'
import { action, type Mutation, send } from '#acting/action.tsx'
import { isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { plugins as m, plugin as words } from '#features/extensions/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { fromListItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, type ManagedState, toPosition } from '#resource/managed-resource.ts'
import { unknownState } from '#resource/state.tsx'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** The list is polled, because a plugin may stop on a node by itself. */
const pollSeconds = 10

const formatRef = (plugin: Plugin) => visibleText(pluginRef(plugin), 80)
const params = (plugin: Plugin) => ({ name: pluginRef(plugin) })

/** Says why the connected broker stores plugins but never runs them. */
export const whyNoneRuns = (): string | undefined =>
  consoleConfig().mode === 'embedded' ? m.embedded : undefined

const running = { kind: 'ok', word: m.running } as const
const stopped = { kind: 'off', word: m.stopped } as const
const looks = new Map<string, Pick<ManagedState, 'kind' | 'word'>>([
  ['running', running],
  ['stopped', stopped],
])

/** Returns the state of a plugin; it counts as running only if it runs on all nodes. */
export function pluginState({ running_status: nodes }: Plugin): ManagedState {
  const count = nodes.filter(({ status }) => status === 'running').length
  const areKnown = nodes.length > 0 && nodes.every(({ status }) => looks.has(status))
  return {
    ...(areKnown ? stateOfMany(count, nodes.length) : { ...unknownState, status: undefined }),
    nodes: nodes.map(({ node, status }) => ({ node, status, ...(looks.get(status) ?? unknownState) })),
  }
}

function stateOfMany(count: number, all: number): Pick<ManagedState, 'kind' | 'word' | 'status'> {
  if (count === all) return { ...running, status: 'running' }
  if (count === 0) return { ...stopped, status: 'stopped' }
  return {
    kind: 'warn',
    word: m.runningOnSome(formatNumber(count), formatNumber(all)),
    status: 'inconsistent',
  }
}

const runsAnywhere = ({ running_status: nodes }: Plugin) =>
  nodes.length === 0 || nodes.some(({ status }) => status !== 'stopped')

const act = (name: 'start' | 'stop') =>
  send(endpoints.act, (plugin: Plugin) => ({ params: { ...params(plugin), action: name } }))
const stop = act('stop')

/**
 * Starts a plugin and reads its state back, because the broker also reports success for a plugin that does not start.
 */
const start: Mutation<Plugin> = async (plugin, signal) => {
  await act('start')(plugin, signal)
  const now = await request(endpoints.get, { params: params(plugin) })
  const without = now.running_status.filter(({ status }) => status !== 'running').map(({ node }) => node)
  if (without.length > 0) throw new Error(m.notStarted(visibleText(without.join(', '), 300)))
}

const formatName = formatRef
const formatCalled = (count: number, shown: string, only: Plugin | undefined) =>
  only === undefined ? m.counted(count, shown) : formatRef(only)
const formatAllCalled = (items: readonly Plugin[], only: Plugin | undefined) =>
  formatCalled(items.length, formatNumber(items.length), only)

const startMany = action<Plugin>(start, {
  formatName,
  findDisabledReason: (plugin) => (pluginState(plugin).kind === 'ok' ? m.runsAlready : undefined),
  ask: (items, only) => ({
    title: m.startTitle(formatAllCalled(items, only)),
    body: joinSentences(whyNoneRuns(), m.startBody),
    action: m.startIt,
    interrupts: 'nothing',
    danger: false,
  }),
  successMessage: (count, shown, only) => m.started(formatCalled(count, shown, only)),
})

const stopMany = action<Plugin>(stop, {
  formatName,
  findDisabledReason: (plugin) => (runsAnywhere(plugin) ? undefined : m.stoppedAlready),
  ask: (items, only) => ({
    title: m.stopTitle(formatAllCalled(items, only)),
    body: m.stopBody,
    action: m.stopIt,
    interrupts: 'data',
  }),
  successMessage: (count, shown, only) => m.stoppedDone(formatCalled(count, shown, only)),
})

const restart = action<Plugin>(
  async (plugin, signal) => {
    await stop(plugin, signal)
    await start(plugin, signal)
  },
  {
    findDisabledReason: (plugin) => (runsAnywhere(plugin) ? undefined : m.stoppedAlready),
    ask: (plugin) => ({
      title: m.restartTitle(formatRef(plugin)),
      body: m.restartBody,
      action: m.restartIt,
      interrupts: 'data',
      danger: true,
    }),
    successMessage: (plugin) => m.restarted(formatRef(plugin)),
  },
)

/**
 * Uninstalls a plugin. A node without the package refuses in the same words as if no node had it, although other
 * nodes still have it (seen on 5.8.9), so the list is read back.
 */
const uninstall: Mutation<Plugin> = async (plugin, signal) => {
  try {
    await request(endpoints.remove, { params: params(plugin) }, signal === undefined ? {} : { signal })
  } catch (error) {
    if (!isGone(error)) throw error
    const left = await request(endpoints.list, {}, signal === undefined ? {} : { signal })
    if (left.some((other) => pluginRef(other) === pluginRef(plugin))) throw error
  }
}

const uninstallMany = action<Plugin>(uninstall, {
  formatName,
  takesAway: true,
  ask: (items, only) => ({
    title: m.uninstallTitle(formatAllCalled(items, only)),
    body: joinSentences(items.some(runsAnywhere) && m.uninstallRunning, m.uninstallBody),
    action: m.uninstallIt,
    interrupts: items.some(runsAnywhere) ? 'data' : 'nothing',
  }),
  successMessage: (count, shown, only) => m.uninstalled(formatCalled(count, shown, only)),
})

const filters: readonly Filter<FilterOf<'plugins'>>[] = [
  { kind: 'text', label: m.name, contains: 'name', isMain: true },
  {
    kind: 'select',
    label: m.status,
    key: 'status',
    isMain: true,
    options: [
      { value: 'running', label: m.running },
      { value: 'stopped', label: m.stopped },
    ],
  },
]

/** Describes the plugins: Erlang packages that extend the broker, in the order in which they are started. */
export const pluginResource = declareResource({
  toId: pluginRef,
  formatName: pluginRef,
  formatLabel: ({ name }) => name,
  list: wholeList(endpoints.list, {}, (all) => all, {
    pollSeconds,
    filters,
    matches: (plugin: Plugin, { name = '', status }) =>
      plugin.name.toLowerCase().includes(name.toLowerCase()) &&
      (status === undefined || (pluginState(plugin).kind === 'ok') === (status === 'running')),
  }),
  address: linkTo('plugins'),
  columns: [
    'name',
    verbatimColumn('rel_vsn', m.version, ({ rel_vsn }: Plugin) => rel_vsn, { width: 110, phone: 'pair' }),
    'status',
    'nodes',
    verbatimColumn('authors', m.authors, ({ authors = [] }: Plugin) => authors.join('; '), {
      width: 180,
      phone: 'pair',
    }),
    verbatimColumn('description', m.description, ({ description = '' }: Plugin) => description, {
      width: 320,
    }),
  ],
  columnsKey: 'pluginTableColumns',
  exportName: 'plugins',
  words: { ...m, noneMatch: m.noneTitle, noneMatchText: m.noneText },
  status: {
    read: fromListItem((plugin: Plugin) => ({ state: pluginState(plugin) })),
    definition: m.statusDefinition,
  },
  order: {
    move: toPosition(endpoints.move, (plugin, position) => ({ params: params(plugin), body: { position } })),
    definition: m.orderDefinition,
  },
  actions: [
    { label: m.start, doesMany: startMany },
    { label: m.stop, doesMany: stopMany },
    { label: m.restart, does: restart },
    { label: m.uninstall, doesMany: uninstallMany, danger: true, takesAway: true },
  ],
  page: {
    address: (name, tab) => linkTo('plugin', { name }, { tab }),
    read: readOne(
      endpoints.get,
      (name) => ({ params: { name } }),
      (plugin) => plugin,
      { pollSeconds },
    ),
    badges: ({ rel_vsn }) => <Verbatim text={rel_vsn} mono />,
    summary: ({ description = '' }) => <Verbatim text={description} />,
    notice: () => {
      const why = whyNoneRuns()
      return (
        why !== undefined && (
          <Status kind="off" wraps>
            {why}
          </Status>
        )
      )
    },
    tabs: [
      { id: 'overview', label: words.overview },
      { id: 'readme', label: words.readme },
      { id: 'config', label: words.config, when: (plugin: Plugin) => plugin.with_config_schema },
    ],
    words,
  },
})
