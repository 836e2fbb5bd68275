import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { accessSourceResource } from './sources.tsx'

const RulesPanel = lazy(async () => ({
  default: (await import('#features/access/authorization/rules/rules-panel.tsx')).RulesPanel,
}))
const SourceSettings = lazy(async () => ({ default: (await import('./source-settings.tsx')).SourceSettings }))

/** Shows one source: its decisions, its settings, and its rules. */
export function AccessSourcePage() {
  const { type } = usePageParams('accessSource')
  return (
    <ManagedItemPage
      key={type}
      resource={accessSourceResource}
      id={type}
      content={{
        rules: (source) => <RulesPanel source={source} />,
        settings: (source) => <SourceSettings source={source} />,
      }}
    />
  )
}
