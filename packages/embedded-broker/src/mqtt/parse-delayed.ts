import { topicNameFault } from '@brokerdeck/contract/topic.ts'

/** Seconds, 49.7 days. A larger number is a moment in epoch seconds. */
const longestDelay = 4_294_967

interface Delay {
  readonly topic: string
  readonly seconds: number
  readonly dueAt: number
}

/** Reads `$delayed/<seconds>/<topic>`. Like EMQX, takes for an ordinary topic what cannot be read as one. */
export function parseDelayed(topic: string, publishAt: number): Delay | undefined {
  const [, digits, rest = ''] = /^\$delayed\/(\d{1,15})\/(.+)$/s.exec(topic) ?? []
  if (digits === undefined || topicNameFault(rest) !== undefined) return undefined
  const given = Number(digits)
  if (given < longestDelay) return { topic: rest, seconds: given, dueAt: publishAt + given * 1000 }
  const seconds = given - Math.round(publishAt / 1000)
  return seconds > longestDelay ? undefined : { topic: rest, seconds, dueAt: given * 1000 }
}
