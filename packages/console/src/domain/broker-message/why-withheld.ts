import { brokerMessage as m } from './messages.ts'

/** Of a retained message beyond 1 MiB the broker answers everything but the payload. */
export function whyRetainedWithheld(payload: string | undefined): string | undefined {
  return payload === undefined ? m.tooLarge : undefined
}
