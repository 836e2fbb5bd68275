import { plugins as m } from '#features/extensions/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { pluginResource, pluginState, whyNoneRuns } from './plugins.tsx'

/** Lists the installed plugins, in the order in which they are started. */
export function PluginsPage() {
  return (
    <ManagedListPage
      resource={pluginResource}
      create={{ label: m.install, to: linkTo('installPlugin') }}
      summary={({ items = [] }) => {
        const running = items.filter((plugin) => pluginState(plugin).kind === 'ok')
        return joinSentences(
          items.length > 0 && m.summary(formatNumber(running.length), formatNumber(items.length)),
          whyNoneRuns(),
        )
      }}
    />
  )
}
