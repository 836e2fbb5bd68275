import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { subscriptionForm as m } from './messages.ts'

export function subscriptionSections(topicHelp: string, hasOptions: boolean): readonly Section[] {
  const fields: readonly Field[] = [
    {
      kind: 'topic',
      path: 'topic',
      label: m.topicFilter,
      help: topicHelp,
      width: 12,
      isFilter: true,
      isRequired: true,
    },
    {
      kind: 'select',
      path: 'qos',
      label: m.qos,
      width: hasOptions ? 6 : 12,
      options: [0, 1, 2].map((value) => ({ value, label: String(value) })),
    },
  ]
  return [
    { id: 'subscription', title: m.subscription, fields: hasOptions ? [...fields, ...options] : fields },
  ]
}

const options: readonly Field[] = [
  {
    kind: 'select',
    path: 'rh',
    label: m.retainHandling,
    options: [
      { value: 0, label: m.retainSend },
      { value: 1, label: m.retainSendNew },
      { value: 2, label: m.retainNever },
    ],
  },
  { kind: 'toggle', path: 'nl', label: m.noLocal, help: m.noLocalHelp },
  { kind: 'toggle', path: 'rap', label: m.retainAsPublished, help: m.retainAsPublishedHelp },
]

/**
 * No Local on a shared subscription is a protocol error (MQTT 5 §3.8.3.1), for which a broker may end the connection.
 */
export function noLocalFault({ topic, nl }: ApiDocument): readonly FormFault[] {
  const isShared =
    typeof topic === 'string' && (parseShared(topic).group !== undefined || topic.startsWith('$share/'))
  return nl === true && isShared ? [{ path: 'nl', message: m.noLocalShared }] : []
}
