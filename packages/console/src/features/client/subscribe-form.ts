import type { Subscribe } from '@brokerdeck/contract/subscriptions.ts'
import { parseShared } from '@brokerdeck/contract/topic.ts'

export interface SubscribeForm {
  readonly topic: string
  readonly qos: number
  readonly noLocal: boolean
  readonly retainAsPublished: boolean
  readonly retainHandling: number
}

export const blankSubscribeForm: SubscribeForm = {
  topic: '',
  qos: 0,
  noLocal: false,
  retainAsPublished: false,
  retainHandling: 0,
}

export function isShared(topic: string): boolean {
  return parseShared(topic).group !== undefined || topic.startsWith('$share/')
}

/** Only MQTT 5 clients have more options than the QoS (MQTT 5 §3.8.3.1). */
export function toSubscribe(form: SubscribeForm, hasOptions: boolean): Subscribe {
  const { topic, qos, noLocal, retainAsPublished, retainHandling } = form
  if (!hasOptions) return { topic, qos: parseQos(qos) }
  return {
    topic,
    qos: parseQos(qos),
    nl: noLocal && !isShared(topic) ? 1 : 0,
    rap: retainAsPublished ? 1 : 0,
    rh: retainHandling,
  }
}

function parseQos(qos: number): 0 | 1 | 2 {
  return qos === 1 || qos === 2 ? qos : 0
}
