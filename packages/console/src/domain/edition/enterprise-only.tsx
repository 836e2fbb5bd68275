import type { ReactNode } from 'react'
import { currentSession, editionNumber } from '#api/session.ts'
import { Page } from '#kit/page/page.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { edition as m } from './messages.ts'

interface EnterpriseOnlyProps {
  readonly title: string
  /** What Community lacks, as the beginning of a sentence. */
  readonly part: string
  readonly children: ReactNode
}

/** Does not ask a broker that called itself Community at the login for what it cannot have. */
export function EnterpriseOnly({ title, part, children }: EnterpriseOnlyProps) {
  if (editionNumber(currentSession()?.edition ?? '') === 1) return children
  return (
    <Page title={title}>
      <NotInEdition part={part} />
    </Page>
  )
}

/** In place of a page whose part of the API the broker says it does not have. */
export function NotInEdition({ part }: { readonly part: string }) {
  return (
    <Panel label={m.notOffered}>
      <EmptyState title={m.notOffered}>{m.notOfferedText(part)}</EmptyState>
    </Panel>
  )
}
