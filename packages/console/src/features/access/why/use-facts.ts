import { useQuery } from '@tanstack/react-query'
import type { WhyQuestion } from '#lib/why-question.ts'
import { gatherFacts } from './gather-facts.ts'
import { questionFault } from './question.ts'

/** What the answer is made of; nothing is asked before the question can be answered. */
export function useFacts(question: WhyQuestion) {
  return useQuery({
    queryKey: ['why', question],
    queryFn: ({ signal }) => gatherFacts(question, signal),
    enabled: questionFault(question) === undefined,
  })
}
