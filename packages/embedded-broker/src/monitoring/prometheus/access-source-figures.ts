import type { Authorization } from '../../access/authorization/authorization.ts'
import type { FigureRow } from './figure-group.ts'

/** Of the sources of the authorization chain, by the node that asked them. */
export function accessSourceFigures({ sources, figures }: Authorization, node: string): readonly FigureRow[] {
  return sources.map(({ type, link, resource, ruleCount }) => {
    const { nomatch, total, allow, deny } = figures.of(type, node)
    const isThere = resource === undefined ? link.kind !== 'asked' : resource.status === 'connected'
    return {
      labels: { type },
      values: {
        emqx_authz_enable: link.isEnabled ? 1 : 0,
        emqx_authz_status: isThere ? 1 : 0,
        emqx_authz_nomatch: nomatch,
        emqx_authz_total: total,
        emqx_authz_allow: allow,
        emqx_authz_deny: deny,
        ...(ruleCount === undefined ? {} : { emqx_authz_rules_count: ruleCount() }),
      },
    }
  })
}
