import { errorPages as m } from '#app/messages.ts'
import { Link } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'

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
