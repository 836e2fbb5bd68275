import { Link } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { errorPages as m } from '../messages.ts'

export function NotFoundPage() {
  return (
    <Page title={m.notFoundTitle} heading="404">
      <p>{m.notFound}</p>
      <p>
        <Link to={linkTo('overview')}>{m.toOverview}</Link>
      </p>
    </Page>
  )
}
