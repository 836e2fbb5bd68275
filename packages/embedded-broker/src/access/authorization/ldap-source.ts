import { isClientPlaceholder, requestValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { openLdap } from '../../backends/ldap-resource.ts'
import { renderDn, renderFilter } from '../../backends/ldap-template.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { createAskedSource } from './asked-source.ts'

const shape = v.object({
  enable: v.boolean(),
  base_dn: v.string(),
  filter: v.string(),
  publish_attribute: v.string(),
  subscribe_attribute: v.string(),
  all_attribute: v.string(),
})

/**
 * Creates a source for LDAP: attributes of the client's entry list the topics that it may publish, subscribe, or
 * both. The source can only allow.
 */
export function ldapSource(document: unknown, services: SourceServices): AccessSource {
  const settings = v.parse(shape, document)
  return createAskedSource(
    {
      type: 'ldap',
      isEnabled: settings.enable,
      otherwise: 'nomatch',
      failure: 'ldap_query_failed',
      open: () => openLdap(document, services),
      async find(backend, request, node) {
        const lookUp = (name: string) => requestValue(request, name)
        const own = request.action === 'publish' ? settings.publish_attribute : settings.subscribe_attribute
        const attributes = [own, settings.all_attribute]
        const search = {
          base: renderDn(settings.base_dn, isClientPlaceholder, lookUp),
          filter: renderFilter(settings.filter, isClientPlaceholder, lookUp),
          attributes,
        }
        const { entries } = await backend.ask({ search }, node)
        const found = entries[0]?.attributes ?? {}
        const topics = attributes.flatMap((name) => found[name.toLowerCase()] ?? [])
        const isAllowed = topics.some((filter) => topicMatches(filter, request.topic))
        return { decision: isAllowed ? 'allow' : 'nomatch' }
      },
    },
    services,
  )
}
