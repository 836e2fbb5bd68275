import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import type { CaptureDraft } from '#domain/mqtt-link/capture/capture-draft.ts'
import { topicExplorer as m } from '../../messages/topic-explorer.ts'
import type { ExplorerState, ExplorerStore } from '../explorer-store.ts'
import { CaptureCell } from './capture-cell.tsx'
import { SourceCell } from './source-cell.tsx'
import classes from './sources-panel.module.css'

interface SourcesPanelProps {
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly draft: CaptureDraft
  readonly onDraft: (change: Partial<CaptureDraft>) => void
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Where the tree comes from, each source by itself. */
export function SourcesPanel({ store, state, draft, onDraft }: SourcesPanelProps) {
  return (
    <section className={classes['panel']} aria-label={m.sources}>
      <SourceCell
        name={m.routes}
        meaning={m.routesMeaning}
        icon={<IconSitemap {...icon} />}
        state={state.routes}
        loader={store.loaders.routes}
      />
      <SourceCell
        name={m.retained}
        meaning={m.retainedMeaning}
        icon={<IconBookmark {...icon} />}
        state={state.retained}
        loader={store.loaders.retained}
      />
      <CaptureCell store={store} view={state.view} draft={draft} onChange={onDraft} />
    </section>
  )
}
