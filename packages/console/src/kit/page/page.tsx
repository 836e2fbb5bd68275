import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { classNames } from '#lib/class-names.ts'
import { useDrawInSteps, useIsDrawn } from '#lib/first-view.ts'
import { visibleText } from '#lib/visible-text.ts'
import { page as m } from '../messages/page.ts'
import { environment, environmentNames } from './environment.ts'
import { lastSearchOf } from './last-search.ts'
import classes from './page-head.module.css'

/** What stands before the path of every page: the menu knows which area it is of. */
export const PageArea = createContext<ReactNode>(undefined)

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
  useDrawInSteps()
  const isContentDue = useIsDrawn('content')
  return (
    <>
      <PageHead {...head} heading={heading ?? title} />
      {isContentDue && children}
    </>
  )
}

interface PageHeadProps {
  readonly heading: ReactNode
  /** What this page is part of, outermost first; a list is opened as it was left. */
  readonly breadcrumbs?: readonly {
    readonly to: string
    readonly tab?: string | undefined
    readonly label: string
  }[]
  /** Beside the heading: a copy button, status pills. */
  readonly badges?: ReactNode
  /** One line: what there is and how it is doing. */
  readonly summary?: ReactNode
  /** At the right, small buttons, the primary one last. */
  readonly actions?: ReactNode
  /** The heading is an identifier of the broker's. */
  readonly mono?: boolean
}

/** The 52 px head of a page. */
function PageHead({ heading, breadcrumbs = [], badges, summary, actions, mono = false }: PageHeadProps) {
  const area = use(PageArea)
  return (
    <div className={classes['head']}>
      {(breadcrumbs.length > 0 || area !== undefined) && (
        <nav aria-label={m.path} className={classes['path']}>
          {area}
          {breadcrumbs.map(({ to, tab, label }) => (
            <span key={to} className={classes['crumb']}>
              <Link to={to} search={lastSearchOf(to, tab)}>
                {label}
              </Link>
              <IconChevronRight size={12} stroke={1.5} aria-hidden />
            </span>
          ))}
        </nav>
      )}
      <h1 className={classNames(classes['heading'], mono && classes['mono'])}>{heading}</h1>
      {badges}
      {summary !== undefined && <span className={classes['summary']}>{summary}</span>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
