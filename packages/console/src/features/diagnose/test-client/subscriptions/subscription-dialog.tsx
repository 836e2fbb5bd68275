import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { request } from '#api/http.ts'
import { noLocalFault, subscriptionSections } from '#domain/subscription-form/subscription-form.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import {
  firstSubscription,
  subscriptionColours,
  type TestSubscription,
} from '#features/diagnose/test-client/connection/connection-facts.ts'
import { formatRate } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Field, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'

/** Tells whether no level of a filter narrows it: `#`, `+/#`, `/#`, and each of them shared. */
export function takesEverything(filter: string): boolean {
  const levels = parseShared(filter).filter.split('/')
  return levels.at(-1) === '#' && levels.every((level) => level === '+' || level === '#' || level === '')
}

interface SubscriptionDialogProps {
  readonly subscriptions: readonly TestSubscription[]
  readonly version: 4 | 5
  readonly edited: TestSubscription | undefined
  readonly onSubscribe: (subscription: TestSubscription) => void
  readonly onClose: () => void
}

const documentSchema = v.object({
  topic: v.string(),
  qos: v.picklist([0, 1, 2]),
  nl: v.optional(v.boolean(), false),
  rap: v.optional(v.boolean(), false),
  rh: v.optional(v.picklist([0, 1, 2]), 0),
  subscriptionId: v.optional(v.number()),
  colour: v.picklist([1, 2, 3, 4, 5, 6]),
})

const ownFields = (version: 4 | 5): readonly Field[] => [
  {
    kind: 'select',
    path: 'colour',
    label: m.colour,
    options: subscriptionColours.map((value) => ({ value, label: m.colourName(value) })),
  },
  ...(version === 4
    ? []
    : [
        {
          kind: 'number',
          path: 'subscriptionId',
          label: m.subscriptionId,
          help: m.subscriptionIdHelp,
          min: 1,
          max: 268_435_455,
          isOmittedEmpty: true,
        } as const,
      ]),
]

/**
 * Edits a topic filter with the options of the protocol version. Subscribing to the same filter again changes its
 * options.
 */
export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { subscriptions, version, edited, onSubscribe, onClose } = props
  const sections = subscriptionSections('', version === 5).map(
    (section): Section => ({ ...section, fields: [...section.fields, ...ownFields(version)] }),
  )
  return (
    <FormDialog
      title={m.subscribe}
      submitLabel={m.subscribe}
      onClose={onClose}
      isLocal
      plan={{
        sections,
        document: edited === undefined ? blank(subscriptions) : toDocument(edited),
        isNew: true,
        plan: () => undefined,
        check: noLocalFault,
        apply: async (document) => {
          const wanted = toSubscription(document, edited)
          const isMeant = !takesEverything(wanted.filter) || (await confirmEverything(wanted.filter))
          if (!isMeant) return { kind: 'refused', title: m.notSubscribed, fields: [] }
          onSubscribe(wanted)
          return { kind: 'applied' }
        },
      }}
    />
  )
}

function blank(subscriptions: readonly TestSubscription[]): ApiDocument {
  const topic = firstSubscription.filter
  const isTaken = subscriptions.some(({ filter }) => filter === topic)
  const colour = subscriptionColours[subscriptions.length % subscriptionColours.length]
  return { topic: isTaken ? '' : topic, qos: 0, nl: false, rap: false, rh: 0, colour }
}

function toDocument({ filter, options, colour }: TestSubscription): ApiDocument {
  const { qos, noLocal, retainAsPublished, retainHandling, subscriptionId } = options
  return {
    topic: filter,
    qos,
    nl: noLocal,
    rap: retainAsPublished,
    rh: retainHandling,
    subscriptionId,
    colour,
  }
}

function toSubscription(document: ApiDocument, edited: TestSubscription | undefined): TestSubscription {
  const { topic, qos, nl, rap, rh, subscriptionId, colour } = v.parse(documentSchema, document)
  return {
    filter: topic,
    options: {
      qos,
      noLocal: nl,
      retainAsPublished: rap,
      retainHandling: rh,
      ...(subscriptionId === undefined ? {} : { subscriptionId }),
    },
    colour,
    isMuted: edited?.filter === topic && edited.isMuted,
  }
}

/**
 * Asks for confirmation before a subscription to everything, and names its cost from the cluster's present incoming
 * rate.
 */
function confirmEverything(filter: string): Promise<boolean> {
  return confirm({
    title: m.everythingTitle(visibleText(filter, 60)),
    body: costInWords(),
    action: m.subscribe,
    interrupts: 'nothing',
    danger: true,
  })
}

async function costInWords(): Promise<string> {
  const rate = await currentRate()
  const cost = rate === undefined ? m.everythingUnknown : m.everythingCost(formatRate(rate))
  return `${cost} ${m.everythingBounded}`
}

/**
 * Reads the present rate; returns undefined if the broker does not report it, since the confirmation is possible
 * without it.
 */
async function currentRate(): Promise<number | undefined> {
  try {
    const { received_msg_rate: rate } = await request(monitor.current, {}, { timeoutMs: 3_000 })
    return rate
  } catch {
    return undefined
  }
}
