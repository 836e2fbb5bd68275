import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  type AutoSubscription,
  autoSubscribe,
  autoSubscription,
  maxAutoSubscriptions,
} from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { request } from '#api/http.ts'
import type { ListForm } from '#domain/endpoint-form/list-form.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { autoSubscribe as m } from '../messages/broker.ts'

export const switchNames: Record<AutoSubscription['nl'], string> = { 0: m.no, 1: m.yes }
export const handlingNames: Record<AutoSubscription['rh'], string> = {
  0: m.sendAlways,
  1: m.sendNew,
  2: m.sendNever,
}

const qosNames = { 0: 'QoS 0', 1: 'QoS 1', 2: 'QoS 2' }

/** What every client is subscribed to; the broker is asked for the whole list and given the whole list. */
export const autoSubscribeForm: ListForm<AutoSubscription> = {
  list: {
    endpoint: autoSubscribe.put,
    read: () => request(autoSubscribe.get, {}),
    write: (topics) => request(autoSubscribe.put, { body: [...topics] }),
  },
  row: tolerant(autoSubscription),
  initial: { qos: 0, nl: 0, rap: 0, rh: 0 },
  max: maxAutoSubscriptions,
  nameOf: ({ topic }) => topic,
  isOrdered: false,
  sections: describedSections(autoSubscription, [
    {
      id: 'subscription',
      title: m.label,
      fields: [
        { path: 'topic', label: m.topic, help: m.topicHelp, width: 12 },
        { path: 'qos', label: m.qos, options: qosNames },
        { path: 'rh', label: m.retainHandling, help: m.retainHandlingHelp, options: handlingNames },
        { path: 'nl', label: m.noLocal, help: m.noLocalHelp, options: switchNames },
        {
          path: 'rap',
          label: m.retainAsPublished,
          help: m.retainAsPublishedHelp,
          options: switchNames,
        },
      ],
    },
  ]),
  check: ({ topic }, others) =>
    others.some((other) => other.topic === topic) ? [{ path: 'topic', message: m.twice }] : [],
  words: m,
}
