import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { action, send } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { authorization as m } from '#features/access/messages/authorization.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { CreateButton } from '#resource/managed-list-page.tsx'
import { ManagedTable, useListing } from '#resource/managed-table.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { accessSourceResource } from './sources.tsx'

const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }))

const tabs = [
  { id: 'sources', label: m.sources },
  { id: 'settings', label: m.settings },
] as const

const searchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['sources', 'settings']), 'sources'), 'sources'),
})

/**
 * Shows what clients may publish and subscribe to: the sources, their order, and the settings that hold for all
 * sources.
 */
export function AuthorizationPage() {
  const [{ tab }, change] = useUrlSearch('authorization', searchSchema)
  const { data } = useQuery(read(authorization.sources, {}))
  return (
    <Page
      title={m.title}
      {...(data === undefined ? {} : { summary: <Summary sources={data.sources} /> })}
      actions={
        <>
          <CleanCacheButton />
          <CreateButton label={m.create} to={linkTo('createAccessSource')} />
        </>
      }
    >
      <Tabs
        label={m.parts}
        tabs={tabs}
        value={tab}
        onChange={(to) => change({ tab: to === 'sources' ? undefined : to })}
      >
        {tab === 'sources' && <SourcesPanel />}
        {tab === 'settings' && (
          <Suspense fallback={<Skeleton height={240} />}>
            <SettingsPanel />
          </Suspense>
        )}
      </Tabs>
    </Page>
  )
}

/**
 * Shows a summary of the chain. If no source is enabled, its meaning depends on the permission for requests that no
 * source decides.
 */
function Summary({ sources }: { readonly sources: readonly AccessSource[] }) {
  const { data } = useQuery(read(authorization.settings, {}))
  if (sources.some(({ enable }) => enable)) return m.summary(sources.length)
  if (data === undefined) return null
  return (
    <Status kind="warn" wraps>
      {data.no_match === 'allow' ? m.noneAllow : m.noneDeny}
    </Status>
  )
}

/** Shows the sources that check everything a client publishes and subscribes to. */
function SourcesPanel() {
  return <ManagedTable resource={accessSourceResource} listing={useListing(accessSourceResource)} />
}

const cleanCache = action<boolean>(
  send(authorization.cleanCache, () => ({})),
  {
    findDisabledReason: (isOn) => (isOn ? undefined : m.cacheOff),
    ask: () => ({ title: m.cleanTitle, body: m.cleanBody, action: m.cleanCache, interrupts: 'nothing' }),
    successMessage: () => m.cleaned,
  },
)

/** A button that makes all nodes drop their cached decisions. */
function CleanCacheButton() {
  const { data } = useQuery(read(authorization.settings, {}))
  const isOn = data?.cache.enable !== false
  return (
    <Button
      size="small"
      disabledReason={cleanCache.findDisabledReason(isOn)}
      onClick={() => void cleanCache.run(isOn)}
    >
      {m.cleanCache}
    </Button>
  )
}
