import { Link } from '@tanstack/react-router'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { errorPages as m } from '../messages.ts'

export function NotFoundPage() {
  return (
    <Page title={m.notFoundTitle} heading="404">
      <p>{m.notFound}</p>
      <p>
        <Link to={paths.overview()}>{m.toOverview}</Link>
      </p>
    </Page>
  )
}
