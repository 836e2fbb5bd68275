import { Link } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { type WhyQuestion, whySearch } from '#lib/why-question.ts'
import { m } from './messages.ts'
import classes from './timeline.module.css'

interface WhyLinkProps {
  /** Undefined where there is nothing to ask. */
  readonly question: Partial<WhyQuestion> | undefined
}

/** Beside what was denied: which rule it was, and what would have to change. */
export function WhyLink({ question }: WhyLinkProps) {
  if (question === undefined) return null
  return (
    <Link className={classes['why']} to={paths.why()} search={whySearch(question)}>
      {m.why}
    </Link>
  )
}
