import { useQuery } from '@tanstack/react-query'
import { mayKnowCertificate } from '#features/access/access-walk/asker.ts'
import { useGo, useLatestSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { type WhyQuestion, whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { why as m } from '../messages/why.ts'
import { Answer } from './answer.tsx'
import { gatherFacts } from './gather-facts.ts'
import type { Facts } from './model/facts.ts'
import { parseQuestion, questionFault } from './question.ts'
import { QuestionPanel } from './question-panel.tsx'
import classes from './why.module.css'

/** Why a client is let in or refused, allowed or denied: the broker's own way to decide, step by step. */
export function WhyPage() {
  const search = useLatestSearch()
  const go = useGo()
  const question = parseQuestion(search)
  const facts = useFacts(question)
  const ask = (asked: WhyQuestion) => void go(linkTo('why', whySearch(asked)), { resetScroll: false })
  return (
    <Page title={m.title} summary={m.summary}>
      <div className={classes['columns']}>
        <QuestionPanel question={question} isCertified={isCertified(facts.data)} onAsk={ask} />
        {questionFault(question) === undefined ? (
          <Answer key={question.clientid} question={question} facts={facts} onChange={ask} />
        ) : (
          <Panel label={m.answer}>
            <EmptyState title={m.noQuestion}>{m.noQuestionText}</EmptyState>
          </Panel>
        )}
      </div>
    </Page>
  )
}

/** Whether the session that is asked about may have come with a certificate. */
function isCertified(facts: Facts | undefined): boolean {
  if (facts === undefined || facts.kind === 'no-session') return false
  const { session, listener } = facts.facts
  return session !== undefined && mayKnowCertificate(session.listener ?? '', listener)
}

/** What the answer is made of; nothing is asked before the question can be answered. */
function useFacts(question: WhyQuestion) {
  return useQuery({
    queryKey: ['why', question],
    queryFn: ({ signal }) => gatherFacts(question, signal),
    enabled: questionFault(question) === undefined,
  })
}
