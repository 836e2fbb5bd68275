import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { sources } from './sources.tsx'

const RulesPanel = lazy(async () => ({ default: (await import('./rules/rules-panel.tsx')).RulesPanel }))
const SourceSettings = lazy(async () => ({ default: (await import('./source-settings.tsx')).SourceSettings }))

/** One source: what it decided, its settings, and the rules it keeps. */
export function SourcePage() {
  const { type = '' }: { type?: string } = useParams({ strict: false })
  return (
    <ManagedItemPage
      key={type}
      resource={sources}
      id={type}
      content={{
        rules: (source) => <RulesPanel source={source} />,
        settings: (source) => <SourceSettings source={source} />,
      }}
    />
  )
}
