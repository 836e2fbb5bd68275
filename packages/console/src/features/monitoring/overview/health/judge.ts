import { health as m } from '../../messages/health.ts'
import type { Answer, HealthCheck, Judgement } from './health-check.ts'

interface Subject<T> {
  readonly id: string
  readonly subject: string
  readonly answer: Answer<T>
  judge(value: T): Judgement
  /** Where an endpoint that is missing tells something too. */
  readonly absent?: Judgement
}

/** One check: what its answer tells, or why that cannot be known. */
export function judge<T>({ id, subject, answer, judge: told, absent }: Subject<T>): HealthCheck {
  const named = { id, subject, isAwaited: answer.kind === 'awaited' }
  if (answer.kind === 'told') return { ...named, ...told(answer.value) }
  if (answer.kind === 'awaited') return { ...named, level: 'unknown', verdict: m.awaited }
  if (answer.isAbsent && absent !== undefined) return { ...named, ...absent }
  const verdict = answer.isAbsent ? m.notTold : m.notAnswered
  return { ...named, level: 'unknown', verdict, evidence: [answer.why] }
}
