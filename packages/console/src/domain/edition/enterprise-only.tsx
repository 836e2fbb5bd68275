import type { ReactNode } from 'react'
import { currentSession, editionNumber } from '#api/session.ts'
import { Page } from '#kit/page/page.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { edition as m } from './messages.ts'

interface EnterpriseOnlyProps {
  readonly title: string
  /** The part that Community lacks, as the beginning of a sentence. */
  readonly part: string
  readonly children: ReactNode
}

/** Sends no requests for Enterprise features if the broker reported Community at the login. */
export function EnterpriseOnly({ title, part, children }: EnterpriseOnlyProps) {
  if (editionNumber(currentSession()?.edition ?? '') === 1) return children
  return (
    <Page title={title}>
      <NotInEdition part={part} />
    </Page>
  )
}

/** Replaces a page if the broker does not have that part of the API. */
export function NotInEdition({ part }: { readonly part: string }) {
  return (
    <Panel label={m.notOffered}>
      <EmptyState title={m.notOffered}>{m.notOfferedText(part)}</EmptyState>
    </Panel>
  )
}
