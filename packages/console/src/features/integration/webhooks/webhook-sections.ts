import { bridgeSections } from '#features/integration/bridges/form/bridge-sections.ts'
import { webhookForm as m, webhookEvents as words } from '#features/integration/webhooks/messages/webhooks.ts'
import { locale } from '#i18n/locale.ts'
import type { Field, Option, Section, UnionField, Variant } from '#kit/form/field.ts'
import { pathWithin, valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { allFields } from '#kit/form/visibility.ts'
import { isOfMessages, isOther } from './webhook-trigger.ts'

/** The schemas of the connected broker's forms, and its events. */
export interface WebhookSchemas {
  readonly connectors: unknown
  readonly actions: unknown
  readonly events: readonly {
    readonly event: string
    readonly title: { readonly en: string; readonly zh: string }
  }[]
}

/** Returns the settings of connector, action and rule that together make up a webhook for its user. */
export function webhookSections(
  { connectors, actions, events }: WebhookSchemas,
  document: ApiDocument,
  isNew: boolean,
): readonly Section[] {
  const purpose = isNew ? 'post' : 'put'
  const of = (kind: 'connector' | 'action', schema: unknown) => {
    const stored = valueAt(document, kind)
    const known = typeof stored === 'object' && stored !== null ? { ...stored } : {}
    return bridgeSections({ kind, type: 'http', schema }, { purpose, stored: known }).map((section) => ({
      ...section,
      fields: section.fields.map((field) => within(kind, field)),
    }))
  }
  const [connector, action] = [of('connector', connectors), of('action', actions)]
  const fields = allFields([...connector, ...action].flatMap((section) => section.fields))
  const one = (path: string, more: Partial<Pick<Field, 'isAdvanced' | 'width' | 'label'>>) =>
    fields.filter((field) => field.path === path).map((field) => ({ ...field, isAdvanced: false, ...more }))
  const tls = connector.filter(({ id }) => id === 'ssl')
  const headers = valueAt(document, 'ownHeaders') === true ? ['action.parameters.headers'] : []
  const inRequest = ['action.parameters.method', 'connector.url', 'connector.headers']
  const folded = ['action.parameters.path', 'action.parameters.max_retries']
  const taken = new Set([
    ...inRequest,
    ...folded,
    'action.parameters.body',
    'action.parameters.headers',
    ...['name', 'description', 'connector'].flatMap((key) => [`connector.${key}`, `action.${key}`]),
    ...tls.flatMap((section) => allFields(section.fields).map(({ path }) => path)),
  ])
  const rest = (kind: string) =>
    fields
      .filter(({ path }) => path.startsWith(`${kind}.`) && !taken.has(path))
      .map((field) => ({ ...field, isAdvanced: true }))
  return [
    { id: 'general', title: m.general, fields: isNew ? [name, note] : [note] },
    { id: 'trigger', title: m.trigger, fields: [triggerField(events, document)] },
    {
      id: 'request',
      title: m.request,
      fields: [
        ...one('action.parameters.method', { width: 4 }),
        ...one('connector.url', {}).map(asUrl),
        ...one('connector.headers', {}),
        ...headers.flatMap((path) => one(path, { label: m.actionHeaders })),
        ...one('action.parameters.body', { width: 12 }),
        ...folded.flatMap((path) => one(path, { isAdvanced: true })),
      ],
    },
    ...tls.map((section) => ({ ...section, id: 'tls', switch: 'connector.ssl.enable' })),
    { id: 'connection', title: m.connection, fields: rest('connector') },
    { id: 'delivery', title: m.delivery, fields: rest('action') },
  ]
}

const name: Field = {
  kind: 'text',
  path: 'name',
  label: m.name,
  help: m.nameHelp,
  isCode: true,
  isRequired: true,
  pattern: { regex: /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/, message: m.nameRule },
}
/** The schema describes it as a text, but the broker rejects a text that is not a URL. */
const asUrl = ({ path, label, help }: Field): Field => ({
  kind: 'url',
  path,
  label,
  isRequired: true,
  width: 8,
  ...(help === undefined ? {} : { help }),
})
const note: Field = {
  kind: 'text',
  path: 'description',
  label: m.note,
  isOmittedEmpty: false,
  isOptional: true,
}

function triggerField(events: WebhookSchemas['events'], document: ApiDocument): UnionField {
  const listOffered = (is: (event: string) => boolean): readonly Option[] =>
    events
      .filter(({ event }) => is(event))
      .map(({ event, title }) => ({
        value: event,
        label: eventWords.get(event) ?? (title[locale] || title.en || event),
      }))
  const variant = (id: string, label: string, fields: readonly Field[]): Variant => ({
    id,
    label,
    fields,
    matches: (value) => valueAt(value, 'kind') === id,
  })
  const createChoice = (path: string, is: (event: string) => boolean, label: string): Field => ({
    kind: 'multi-select',
    path,
    label,
    isRequired: true,
    width: 12,
    options: listOffered(is),
  })
  const topics: Field = {
    kind: 'list',
    of: 'topic',
    path: 'trigger.topics',
    label: m.topics,
    itemLabel: m.topic,
    help: m.topicsHelp,
    width: 12,
  }
  const hasSql = valueAt(document, 'trigger.kind') === 'sql'
  const sql: Field = {
    kind: 'lines',
    path: 'trigger.sql',
    label: m.sql,
    help: m.sqlHelp,
    isCode: true,
    syntax: 'sql',
    isRequired: true,
    width: 12,
  }
  return {
    kind: 'union',
    path: 'trigger',
    label: m.sends,
    discriminator: 'kind',
    variants: [
      variant('messages', m.messages, [
        createChoice('trigger.messages', isOfMessages, m.messageEvents),
        topics,
      ]),
      variant('events', m.events, [createChoice('trigger.events', isOther, m.otherEvents)]),
      variant('all', m.all, []),
      ...(hasSql ? [variant('sql', m.ownSql, [sql])] : []),
    ],
  }
}

/** Shorter titles than the broker's own, which repeat the word "message". */
const eventWords: ReadonlyMap<string, string> = new Map(Object.entries(words))

/** Converts a field of one of the documents to a field of the document that holds both. */
function within<One extends Field>(at: string, field: One): Field {
  const path = pathWithin(at, field.path)
  const when = field.when?.map((one) => ({ ...one, path: pathWithin(at, one.path) }))
  const place = { path, ...(when === undefined ? {} : { when }) }
  switch (field.kind) {
    case 'object':
      return { ...field, ...place, fields: field.fields.map((inner) => within(at, inner)) }
    case 'union':
      return {
        ...field,
        ...place,
        variants: field.variants.map((one) => ({
          ...one,
          fields: one.fields.map((inner) => within(at, inner)),
        })),
      }
    case 'one-of':
      return { ...field, ...place, inner: { ...field.inner, path } }
    case 'certificate':
      return field.certificatePath === undefined
        ? { ...field, ...place }
        : { ...field, ...place, certificatePath: pathWithin(at, field.certificatePath) }
    default:
      return { ...field, ...place }
  }
}
