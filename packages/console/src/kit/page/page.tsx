import { type ReactNode, useEffect } from 'react'
import { visibleText } from '#lib/visible-text.ts'
import { environment, environmentNames } from './environment.ts'
import { PageHead, type PageHeadProps } from './page-head.tsx'

interface PageProps extends Omit<PageHeadProps, 'heading'> {
  /** The document's title, and the heading unless `heading` says more. */
  readonly title: string
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** Every page: a document title of its own, a heading, one line that sums it up, its actions, its content. */
export function Page({ title, heading, children, ...head }: PageProps) {
  const place = environment === undefined ? '' : ` · ${environmentNames[environment]}`
  const documentTitle = `${visibleText(title, 80)}${place} · Brokerdeck`
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <>
      <PageHead {...head} heading={heading ?? title} />
      {children}
    </>
  )
}
