import {
  type ClusterLink,
  clusterLink,
  clusterLinks,
  redundantTopics,
} from '@brokerdeck/contract/system/cluster-links.ts'
import * as v from 'valibot'
import { clusterLinkForm as m } from '#features/system/messages/cluster-links.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

/** Returns the configuration part of a link. */
export function toLinkSettings(link: ClusterLink): ApiDocument {
  const { node, status, node_status, ...settings } = link
  return settings
}

export const linkBody = (document: ApiDocument) => parseBody(clusterLinks.create.body, document)

const topicsSchema = v.fallback(v.array(v.string()), [])

/** Returns all problems that the broker would reject and that the console can detect. */
export function linkFaults({ topics }: ApiDocument): readonly FormFault[] {
  const filters = v.parse(topicsSchema, topics)
  if (filters.some((filter) => filter.startsWith('$LINK/'))) return [{ path: 'topics', message: m.linkTopic }]
  const [covered] = redundantTopics(filters.filter((filter) => filter !== ''))
  return covered === undefined ? [] : [{ path: 'topics', message: m.redundant(covered) }]
}

export const linkCautions = ({ topics }: ApiDocument): readonly FormFault[] =>
  v.parse(topicsSchema, topics).length === 0 ? [{ path: 'topics', message: m.noTopics }] : []

const [general, ...connection] = toSections(clusterLink, [
  {
    id: 'general',
    title: m.general,
    fields: [
      { path: 'server', label: m.server, help: m.serverHelp, requiredMessage: m.noServer, width: 12 },
      { path: 'topics', label: m.topics, itemLabel: m.topic, help: m.topicsHelp, width: 12 },
      { path: 'username', label: m.username, isOmittedEmpty: true },
      { path: 'password', label: m.password, isOmittedEmpty: true, autoComplete: 'off' },
      { path: 'clientid', label: m.clientid, help: m.clientidHelp, isCode: true, isOmittedEmpty: true },
    ],
  },
  {
    id: 'connection',
    title: m.connection,
    fields: [
      { path: 'pool_size', label: m.poolSize },
      { path: 'retry_interval', label: m.retryInterval, help: m.retryHelp },
      { path: 'max_inflight', label: m.maxInflight },
      { path: 'resource_opts.start_timeout', label: m.startTimeout },
      { path: 'resource_opts.health_check_interval', label: m.healthInterval },
    ],
  },
  {
    id: 'buffering',
    title: m.buffering,
    fields: [
      { path: 'resource_opts.worker_pool_size', label: m.workers },
      {
        path: 'resource_opts.request_ttl',
        label: m.requestTtl,
        help: m.requestTtlHelp,
        wordLabel: m.forever,
        start: '45s',
      },
      { path: 'resource_opts.max_buffer_bytes', label: m.bufferSize },
      { path: 'resource_opts.inflight_window', label: m.window },
    ],
  },
])

/** Makes the topics optional, because a link that fetches nothing has an explicitly empty list. */
const optionalTopics = (section: Section): Section => ({
  ...section,
  fields: section.fields.map((field) => (field.path === 'topics' ? { ...field, isRequired: false } : field)),
})

export const clusterLinkSections: readonly Section[] = [
  ...(general === undefined ? [] : [optionalTopics(general)]),
  tlsClientForm('ssl'),
  ...connection,
]
