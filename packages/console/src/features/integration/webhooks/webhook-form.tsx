import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { schemas as schemaEndpoints } from '@brokerdeck/contract/settings/schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { refreshAfter } from '#api/connection.ts'
import { describeError } from '#api/errors.ts'
import { read, whenRefreshed, whyNoWrite } from '#api/query.ts'
import { templateCautions } from '#features/integration/bridges/form/template-cautions.ts'
import { ProbePanel } from '#features/integration/bridges/probe-panel.tsx'
import { webhookForm as m } from '#features/integration/webhooks/messages/webhooks.ts'
import { joinSentences } from '#i18n/sentences.ts'
import type { FormFault } from '#kit/form/field.ts'
import { isPlainObject, valueAt, withValueAt } from '#kit/form/form-value.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { type ApiDocument, type FormOutcome, type PlannedRequest, warnIf } from '#kit/form/shell/form-spec.ts'
import { type TemplateHelp, TemplateHelpContext } from '#kit/form/template-colours.ts'
import { useGo } from '#kit/page/link.tsx'
import { askBeforeSave, type Stop } from '#resource/endpoint-form/ask-before-save.ts'
import { linkTo } from '#routes/routes.ts'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import {
  findRepeatedTopics,
  unwritableTopics,
  type WebhookStep,
  webhookDocument,
  webhookSteps,
} from './webhook-document.ts'
import { WebhookPreview } from './webhook-preview.tsx'
import { type WebhookSchemas, webhookSections } from './webhook-sections.ts'
import {
  isWebhookOn,
  listMissingWebhookParts,
  partName,
  removePart,
  type Webhook,
  webhookSuffix,
} from './webhook-trio.ts'

interface WebhookFormProps {
  /** The webhook to edit, or to repair if it lacks a part; without it a new webhook is created. */
  readonly webhook?: Webhook
}

const forGood = { staleTime: Number.POSITIVE_INFINITY }

/** Edits the three parts of a webhook in one form, based on the connected broker's schemas and events. */
export function WebhookForm({ webhook }: WebhookFormProps) {
  const answers = {
    connectors: useQuery({ ...read(schemaEndpoints.get, { params: { name: 'connectors' } }), ...forGood }),
    actions: useQuery({ ...read(schemaEndpoints.get, { params: { name: 'actions' } }), ...forGood }),
    events: useQuery({ ...read(rules.events, {}), ...forGood }),
  }
  const [connectors, actions, events] = [answers.connectors.data, answers.actions.data, answers.events.data]
  const schemas = useMemo(
    () => connectors && actions && events && { connectors, actions, events },
    [connectors, actions, events],
  )
  if (schemas !== undefined) return <KnownForm schemas={schemas} {...(webhook && { webhook })} />
  const failed = Object.values(answers).find(({ error }) => error !== null)
  if (failed === undefined) return <Skeleton height={240} />
  const { error, refetch, isFetching } = failed
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}

interface KnownFormProps extends WebhookFormProps {
  readonly schemas: WebhookSchemas
}

const noHelp: TemplateHelp = { columns: [] }

function KnownForm({ schemas, webhook }: KnownFormProps) {
  const go = useGo()
  const [help, setHelp] = useState(noHelp)
  const document = useMemo(() => webhookDocument(schemas, webhook), [schemas, webhook])
  const isNew = webhook === undefined
  const sections = useMemo(() => webhookSections(schemas, document, isNew), [schemas, document, isNew])
  const isWhole = webhook !== undefined && listMissingWebhookParts(webhook).length === 0
  return (
    <TemplateHelpContext value={help}>
      <FormLayout
        {...(isWhole ? {} : { createLabel: isNew ? m.create : m.repair })}
        appliedMessage={isWhole ? m.saved : isNew ? m.created : m.repaired}
        beside={
          <>
            <WebhookPreview schemas={schemas} webhook={webhook} help={help} onHelp={setHelp} />
            <ProbePanel
              kind="connector"
              type="http"
              part="connector"
              {...(webhook && { name: webhook.connector?.name ?? webhook.id })}
            />
          </>
        }
        plan={{
          sections,
          document,
          isNew,
          isUnfinished: !isNew && !isWhole,
          plan: (next) => listRequests(webhookSteps(next, schemas, webhook)),
          check: (next) => findFaults(next, webhook),
          cautions: bodyCautions,
          async apply(next) {
            const steps = webhookSteps(next, schemas, webhook)
            const disabledReason = await askBeforeSave(() => describeStop(steps, webhook))(
              next,
              document,
              webhook,
            )
            if (disabledReason !== undefined) return { kind: 'refused', title: disabledReason, fields: [] }
            return await applySteps(steps, toWebhookId(next, webhook))
          },
          impact(next) {
            const { interrupts, text } = describeStop(webhookSteps(next, schemas, webhook), webhook)
            return isWhole ? warnIf(interrupts !== 'nothing', text) : undefined
          },
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          ...(isNew
            ? {
                onApplied: (next: ApiDocument) => {
                  void go(linkTo('webhook', { name: toWebhookId(next, undefined) }))
                },
              }
            : {}),
        }}
      />
    </TemplateHelpContext>
  )
}

const toWebhookId = ({ name }: ApiDocument, webhook: Webhook | undefined) =>
  webhook?.id ?? `${typeof name === 'string' ? name : ''}${webhookSuffix}`

const listRequests = (steps: readonly WebhookStep[]): readonly PlannedRequest[] | undefined =>
  steps.length === 0 ? undefined : steps.map(({ request }) => request)

function findFaults(document: ApiDocument, webhook: Webhook | undefined): readonly FormFault[] {
  const at = (place: number) => `trigger.topics.${place}`
  // For a stored document the form accepts an empty field, but here the connector is not stored.
  const hasNoUrl = webhook?.connector === undefined && valueAt(document, 'connector.url') === ''
  return [
    ...(webhook !== undefined && hasNoUrl ? [{ path: 'connector.url', message: m.noUrl }] : []),
    ...findRepeatedTopics(document).map((place) => ({ path: at(place), message: m.repeatedTopic })),
    ...unwritableTopics(document).map((place) => ({ path: at(place), message: m.unwritableTopic })),
  ]
}

/** The body is checked like the body of any HTTP action, together with the headers of its connector. */
function bodyCautions(document: ApiDocument): readonly FormFault[] {
  const readHeaders = (path: string) => {
    const headers = valueAt(document, path)
    return isPlainObject(headers) ? headers : {}
  }
  const headers = { ...readHeaders('connector.headers'), ...readHeaders('action.parameters.headers') }
  const action = document['action']
  const sent = withValueAt(isPlainObject(action) ? action : {}, 'parameters.headers', headers)
  return templateCautions('http', sent).map(({ path, message }) => ({ path: `action.${path}`, message }))
}

/** Describes what the broker restarts. */
function describeImpact(steps: readonly WebhookStep[]): string | undefined {
  const has = (part: WebhookStep['part']) => steps.some((one) => one.part === part)
  if (has('action')) return m.impactAction
  if (has('connector')) return m.impactConnector
  return has('rule') ? m.impactRule : undefined
}

/**
 * A changed rule continues with the next message; other changes reconnect. A webhook without all of its parts sends
 * nothing yet.
 */
function describeStop(steps: readonly WebhookStep[], webhook: Webhook | undefined): Stop {
  const isRestarted = steps.some(({ part }) => part !== 'rule')
  const works = webhook !== undefined && isWebhookOn(webhook) && listMissingWebhookParts(webhook).length === 0
  return { interrupts: isRestarted && works ? 'data' : 'nothing', text: describeImpact(steps) }
}

/**
 * Applies the steps one after the other. If a step is rejected, parts created before it are removed; changed parts
 * stay and are named.
 */
async function applySteps(steps: readonly WebhookStep[], id: string): Promise<FormOutcome> {
  const done: WebhookStep[] = []
  const outcome = await refreshAfter(async (): Promise<FormOutcome> => {
    for (const step of steps) {
      const outcomeOfStep = await step.apply({})
      if (outcomeOfStep.kind === 'refused') return await takeBack(outcomeOfStep, step, done, id)
      done.push(step)
    }
    return { kind: 'applied' }
  })
  await whenRefreshed()
  return outcome
}

async function takeBack(
  refused: Extract<FormOutcome, { kind: 'refused' }>,
  step: WebhookStep,
  done: readonly WebhookStep[],
  id: string,
): Promise<FormOutcome> {
  const made = done.filter(({ isNew }) => isNew).toReversed()
  const left: string[] = []
  // The broker refuses to remove a part in use, so the parts that a remaining part uses remain, too.
  for (const { part } of made) {
    try {
      await removePart(part, id)
    } catch {
      left.push(partName(part, id))
    }
  }
  const changed = done.filter(({ isNew }) => !isNew).map(({ part }) => partName(part, id))
  return {
    ...refused,
    title: (step.isNew ? m.notCreated : m.notSaved)(partName(step.part, id)),
    detail: joinSentences(
      refused.detail ?? refused.title,
      made.length > left.length && m.takenBack,
      left.length > 0 && m.left(left),
      changed.length > 0 && m.changed(changed),
    ),
    fields: refused.fields.map(({ path, message }) => ({ path: toFormPath(step, path), message })),
  }
}

/** Returns the path of a rejected field in the form, which holds three documents. */
function toFormPath({ part }: WebhookStep, path: string): string {
  if (path === 'name') return path
  if (part === 'rule') return path.endsWith('description') ? 'description' : 'trigger'
  return `${part}.${path.replace(/^(?:connectors|actions)\.http\.[^.]+\./, '')}`
}
