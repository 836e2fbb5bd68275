import type { AuthnChain } from '../../access/authentication/authn-chain.ts'
import type { FigureRow } from './figure-group.ts'

/** What the authenticators are, and how the clients of a node fared at them. */
export function authenticatorFigures({ links, users }: AuthnChain, node: string): readonly FigureRow[] {
  return links.map((link) => {
    const { total, success, failed, nomatch } = link.metricsOf(node)
    return {
      labels: { id: link.id },
      values: {
        emqx_authn_enable: Number(link.isEnabled),
        emqx_authn_status: Number(link.status === 'connected'),
        emqx_authn_nomatch: nomatch,
        emqx_authn_total: total,
        emqx_authn_success: success,
        emqx_authn_failed: failed,
        emqx_authn_users_count: users.list(link.id).length,
      },
    }
  })
}
