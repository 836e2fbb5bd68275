import { type FigureGroup, kinds, noFigures, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'

/** What `GET /prometheus/auth` tells. */
export function accessFigures(source: FigureSource): readonly FigureGroup[] {
  return [
    noFigures('emqx_authn', {
      emqx_authn_enable: 'gauge',
      emqx_authn_status: 'gauge',
      emqx_authn_nomatch: 'counter',
      emqx_authn_total: 'counter',
      emqx_authn_success: 'counter',
      emqx_authn_failed: 'counter',
      emqx_authn_users_count: 'gauge',
    }),
    noFigures('emqx_authz', {
      emqx_authz_enable: 'gauge',
      emqx_authz_status: 'gauge',
      emqx_authz_nomatch: 'counter',
      emqx_authz_total: 'counter',
      emqx_authz_allow: 'counter',
      emqx_authz_deny: 'counter',
      emqx_authz_rules_count: 'gauge',
    }),
    {
      key: 'emqx_banned',
      kinds: kinds('gauge', ['emqx_banned_count']),
      across: 'alike',
      rows: () => plain({ emqx_banned_count: source.bannedCount() }),
    },
  ]
}
