import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { describeError } from '#api/errors.ts'
import { errorPages as m } from '#app/messages.ts'
import { reloadPage } from '#app/preferences/reload-page.ts'
import { Page } from '#kit/page/page.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { findLoadFailure } from './load-failure.ts'

/** Shown for a page whose code did not load, or that threw while rendering. */
export function RouteErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const failure = findLoadFailure(error)
  if (failure !== undefined) {
    const title = failure === 'style' ? m.cssFailed : m.chunkFailed
    return (
      <Page title={title} summary={m.chunkHint}>
        <Button variant="primary" onClick={reloadPage}>
          {m.reload}
        </Button>
      </Page>
    )
  }
  const { title, detail, raw } = describeError(error)
  return (
    <Page title={m.errorOccurred} summary={m.errorHint}>
      <ErrorState title={title} detail={detail} raw={raw} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
