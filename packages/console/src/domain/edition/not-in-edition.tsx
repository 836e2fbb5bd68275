import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { edition as m } from './messages.ts'

/** In place of a page whose part of the API the broker says it does not have. */
export function NotInEdition({ part }: { readonly part: string }) {
  return (
    <Panel label={m.notOffered}>
      <EmptyState title={m.notOffered}>{m.notOfferedText(part)}</EmptyState>
    </Panel>
  )
}
