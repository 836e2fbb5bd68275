import {
  type AutoSubscription,
  autoSubscribe,
  autoSubscriptionSchema,
  maxAutoSubscriptions,
} from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { request } from '#api/http.ts'
import type { ListForm } from '#domain/endpoint-form/list-form.ts'
import { m } from './messages.ts'

export const switchNames: Record<AutoSubscription['nl'], string> = { 0: m.no, 1: m.yes }
export const handlingNames: Record<AutoSubscription['rh'], string> = {
  0: m.sendAlways,
  1: m.sendNew,
  2: m.sendNever,
}

const switchOptions = ([0, 1] as const).map((value) => ({ value, label: switchNames[value] }))
const handlingOptions = ([0, 1, 2] as const).map((value) => ({ value, label: handlingNames[value] }))
const qosOptions = [0, 1, 2].map((value) => ({ value, label: `QoS ${value}` }))

/** What every client is subscribed to; the broker is asked for the whole list and given the whole list. */
export const autoSubscribeForm: ListForm<AutoSubscription> = {
  list: {
    endpoint: autoSubscribe.put,
    read: () => request(autoSubscribe.get, {}),
    write: (topics) => request(autoSubscribe.put, { body: [...topics] }),
  },
  row: autoSubscriptionSchema,
  initial: { qos: 0, nl: 0, rap: 0, rh: 0 },
  max: maxAutoSubscriptions,
  nameOf: ({ topic }) => topic,
  isOrdered: false,
  sections: [
    {
      id: 'subscription',
      title: m.label,
      fields: [
        {
          kind: 'topic',
          path: 'topic',
          label: m.topic,
          help: m.topicHelp,
          isFilter: true,
          isRequired: true,
          width: 12,
        },
        { kind: 'select', path: 'qos', label: m.qos, options: qosOptions, default: 0 },
        {
          kind: 'select',
          path: 'rh',
          label: m.retainHandling,
          help: m.retainHandlingHelp,
          options: handlingOptions,
          default: 0,
        },
        {
          kind: 'select',
          path: 'nl',
          label: m.noLocal,
          help: m.noLocalHelp,
          options: switchOptions,
          default: 0,
        },
        {
          kind: 'select',
          path: 'rap',
          label: m.retainAsPublished,
          help: m.retainAsPublishedHelp,
          options: switchOptions,
          default: 0,
        },
      ],
    },
  ],
  check: ({ topic }, others) =>
    others.some((other) => other.topic === topic) ? [{ path: 'topic', message: m.twice }] : [],
  words: m,
}
