import { authorization } from '@brokerdeck/contract/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CleanCacheButton } from './clean-cache-button.tsx'
import { m } from './messages.ts'
import { SourcesPanel } from './sources-panel.tsx'

const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }))

const tabs = [
  { id: 'sources', label: m.sources },
  { id: 'settings', label: m.settings },
] as const

const searchSchema = v.looseObject({
  tab: v.fallback(v.optional(v.picklist(['sources', 'settings']), 'sources'), 'sources'),
})

/** What clients may publish and subscribe to: who is asked, in which order, and what holds for all of it. */
export function AuthorizationPage() {
  const [{ tab }, change] = useUrlSearch(searchSchema)
  const { data } = useQuery(read(authorization.sources, {}))
  const navigate = useNavigate()
  return (
    <Page
      title={m.title}
      {...(data === undefined ? {} : { summary: m.summary(data.sources.length) })}
      actions={
        <>
          <CleanCacheButton />
          <Button
            size="small"
            variant="primary"
            disabledReason={whyNoWrite()}
            onClick={() => void navigate({ to: paths.createAccessSource() })}
          >
            {m.create}
          </Button>
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
