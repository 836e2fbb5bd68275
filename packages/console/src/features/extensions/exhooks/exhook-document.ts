import { type Exhook, exhookServer, exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { exhookForm as m, exhooks as words } from '#features/extensions/messages/exhooks.ts'
import { toFields, toSections } from '#kit/form/described-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

/** Returns the part of a hook server that is configuration. */
export function toExhookSettings(server: Exhook): ApiDocument {
  const { hooks, metrics, node_metrics, node_status, ...settings } = server
  return settings
}

/**
 * Builds an update that keeps the name: with another name, the broker renames the server and responds that the old
 * name is unknown.
 */
export const toExhookUpdateRequest = (document: ApiDocument, { name }: Pick<Exhook, 'name'>) => ({
  params: { name },
  body: parseBody(exhooks.update.body, { ...document, name }),
})

const connectable = /^https?:\/\/[^/?#\s]+:\d{1,5}(?:[/?#]|$)/

/** Returns warnings for the URL, since the broker accepts any text. */
export function exhookCautions({ url, ssl }: ApiDocument): readonly FormFault[] {
  const text = String(url ?? '')
  if (text === '') return []
  if (!connectable.test(text)) return [{ path: 'url', message: m.badUrl }]
  const isOn = typeof ssl === 'object' && ssl !== null && 'enable' in ssl && ssl.enable === true
  return isOn && text.startsWith('http://') ? [{ path: 'ssl.enable', message: m.tlsUnused }] : []
}

/**
 * Maps the broker's errors to form fields; the broker prefixes paths with the server's index: `exhook.servers.2.url`.
 */
export const placeFaults = (faults: readonly FormFault[]): readonly FormFault[] =>
  faults.map((fault) => ({ ...fault, path: fault.path.replace(/^exhook\.servers\.\d+\./, '') }))

const server: Section = {
  id: 'server',
  title: m.general,
  fields: toFields(exhookServer, [
    { path: 'url', label: m.url, help: m.urlHelp, isCode: true, requiredMessage: m.noUrl, width: 12 },
    {
      path: 'failed_action',
      label: m.failedAction,
      width: 12,
      options: {
        deny: { label: words.deny, help: m.denyHelp },
        ignore: { label: words.ignore, help: m.ignoreHelp },
      },
    },
    { path: 'request_timeout', label: m.timeout, help: m.timeoutHelp },
    {
      path: 'auto_reconnect',
      label: m.reconnect,
      help: m.reconnectHelp,
      wordLabel: m.reconnectOff,
      start: '60s',
      isValueRequired: true,
    },
    { path: 'pool_size', label: m.poolSize, help: m.poolSizeHelp },
  ]),
}

const connection: readonly Section[] = [
  tlsClientForm('ssl', m.tlsNote),
  ...toSections(exhookServer, [
    {
      id: 'socket',
      title: m.socket,
      fields: [
        { path: 'socket_options.keepalive', label: m.keepalive, note: m.keepaliveNote },
        { path: 'socket_options.nodelay', label: m.nodelay, note: m.nodelayNote },
        { path: 'socket_options.recbuf', label: m.receiveBuffer, isOmittedEmpty: true },
        { path: 'socket_options.sndbuf', label: m.sendBuffer, isOmittedEmpty: true },
      ],
    },
  ]),
]

export const exhookSections: readonly Section[] = [server, ...connection]
