import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { Sample } from '#features/integration/bridges/form/sample-help.ts'
import { askSample } from '#features/integration/bridges/form/use-bridge-help.tsx'
import { webhookForm as m } from '#features/integration/webhooks/messages/webhooks.ts'
import { useFormState } from '#kit/form/form-store.ts'
import { isSecretPath } from '#kit/form/secret-paths.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { TemplateHelp } from '#kit/form/template-colours.ts'
import { shellWord } from '#lib/shell-word.ts'
import { CommandText } from '#ui/command-text.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { sqlOfDocument } from './webhook-document.ts'
import classes from './webhook-preview.module.css'
import type { WebhookSchemas } from './webhook-sections.ts'
import { longestRead } from './webhook-trigger.ts'
import { partName, type Webhook, webhookParts, webhookSuffix } from './webhook-trio.ts'

interface WebhookPreviewProps {
  readonly schemas: WebhookSchemas
  readonly webhook: Webhook | undefined
  readonly help: TemplateHelp
  readonly onHelp: (help: TemplateHelp) => void
}

/** Shows the request that the server will receive, and what is created in the broker for it. */
export function WebhookPreview({ schemas, webhook, help, onHelp }: WebhookPreviewProps) {
  const document = useFormState((state) => state.next)
  const sql = sqlOfDocument(document, schemas)
  const [as, setAs] = useState<'request' | 'curl'>('request')
  const sent = sentBy(document, help)
  const text = as === 'request' ? requestText(sent) : curlText(sent)
  const { name } = document
  const id = webhook?.id ?? `${typeof name === 'string' ? name : ''}${webhookSuffix}`
  const sample = useSample(id, sql, onHelp)
  return (
    <Panel
      title={m.preview}
      actions={
        <Segmented
          label={m.as}
          value={as}
          options={[
            { value: 'request', label: m.request },
            { value: 'curl', label: 'curl' },
          ]}
          onChange={setAs}
        />
      }
    >
      <div className={classes['body']}>
        <h3 className={classes['head']}>
          {m.statement} <CopyButton text={sql} name={m.statement} />
        </h3>
        <CommandText label={m.statement} text={sql} />
        <h3 className={classes['head']}>
          {as === 'request' ? m.request : m.command} <CopyButton text={text} name={m.request} />
        </h3>
        <p className={classes['note']}>{sample === undefined ? m.sampleNote : m.chosenNote}</p>
        <CommandText label={as === 'request' ? m.request : m.command} text={text} />
        {id !== webhookSuffix && (
          <>
            <h3 className={classes['head']}>{webhook === undefined ? m.toCreate : m.parts}</h3>
            <ul className={classes['parts']}>
              {webhookParts.map((part) => (
                <li key={part}>{partName(part, id)}</li>
              ))}
            </ul>
          </>
        )}
        {webhook === undefined && <p className={classes['note']}>{m.order}</p>}
      </div>
    </Panel>
  )
}

/**
 * Returns the chosen sample message, if any. The evaluator of rules is loaded separately from the form, which works
 * without it.
 */
function useSample(id: string, sql: string, onHelp: (help: TemplateHelp) => void): Sample | undefined {
  const [sample, setSample] = useState<Sample>()
  useEffect(() => {
    // Long statements are skipped: evaluating them would delay each keystroke, and the form works without it.
    if (sql.length > longestRead) return
    let isWanted = true
    const choose = async () => {
      const chosen = await askSample([{ id, sql }], sample)
      if (chosen !== undefined) setSample(chosen)
    }
    void import('#features/integration/bridges/form/sample-help.ts')
      .then(({ sampleHelp }) => sampleHelp(sql, sample?.context))
      .then(
        (found) => {
          if (isWanted && found !== undefined) onHelp({ ...found, onChoose: () => void choose() })
        },
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [id, sql, sample, onHelp])
  return sample
}

const texts = v.optional(v.record(v.string(), v.string()), {})
const sentSchema = v.object({
  connector: v.looseObject({ url: v.optional(v.string(), ''), headers: texts }),
  action: v.looseObject({
    parameters: v.optional(
      v.looseObject({
        method: v.optional(v.string(), 'post'),
        path: v.optional(v.string(), ''),
        headers: texts,
        body: v.optional(v.string(), ''),
      }),
      {},
    ),
  }),
  ownHeaders: v.optional(v.boolean(), false),
})

interface WebhookRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string, isSecret: boolean])[]
  readonly body: string | undefined
}

/** Returns the request for the sample message, as the broker would send it. */
function sentBy(
  document: ApiDocument,
  { render = (template) => template }: TemplateHelp,
): WebhookRequest | undefined {
  const read = v.safeParse(sentSchema, document)
  if (!read.success) return undefined
  const { connector, action, ownHeaders } = read.output
  const { method, path, body, headers } = action.parameters
  const base = connector.url
  const filled = render(path)
  const joint = filled === '' || filled.startsWith('?') ? '' : '/'
  const url = joint === '' ? base + filled : `${base.replace(/\/+$/, '')}/${filled.replace(/^\/+/, '')}`
  const all = { ...connector.headers, ...(ownHeaders ? headers : {}) }
  const hasBody = method === 'post' || method === 'put'
  return {
    method: method.toUpperCase(),
    url,
    headers: Object.entries(all).map(
      ([name, value]) => [name, render(value), isSecretPath(`headers.${name}`, [])] as const,
    ),
    // Without a template the body is the whole result of the rule.
    body: hasBody ? render(body === '' ? `\${.}` : body) : undefined,
  }
}

function requestText(sent: WebhookRequest | undefined): string {
  if (sent === undefined) return ''
  const { method, url, headers, body } = sent
  const place = URL.canParse(url) ? new URL(url) : undefined
  const lines = [
    `${method} ${place === undefined ? url : place.pathname + place.search} HTTP/1.1`,
    ...(place === undefined ? [] : [`host: ${place.host}`]),
    ...headers.map(([name, value, isSecret]) => `${name}: ${isSecret ? m.hidden : value}`),
  ]
  return body === undefined ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`
}

/** Formats the request as a curl command. A secret becomes a shell variable. */
function curlText(sent: WebhookRequest | undefined): string {
  if (sent === undefined) return ''
  const { method, url, headers, body } = sent
  const variable = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
  return [
    `curl -X ${method} ${shellWord(url)}`,
    ...headers.map(([name, value, isSecret]) =>
      isSecret ? `-H ${shellWord(`${name}: `)}"$${variable(name)}"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(' \\\n  ')
}
